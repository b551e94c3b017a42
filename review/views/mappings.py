"""Map the keys or columns of a file to what they are for; delete what a project keeps of that."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from aligner_core.formats import PURPOSES
from review.domain.roles import Unchanged
from review.forms import MappingForm
from review.models import UploadDraft
from review.selectors.ingest import own_drafts
from review.services.ingest.dropped import Unread
from review.services.ingest.mapping_preview import UnknownFile, first_mapped, unknown_file
from review.services.ingest.mappings import delete_mapping, map_file
from review.views._projects import managed_project
from review.views._requests import UNPROCESSABLE, SignedInRequest


@require_http_methods(["GET", "HEAD", "POST"])
def upload_mapping(request: SignedInRequest, pk: int, position: int) -> HttpResponse:
    """Show the keys of a file with a mapping and what that makes; read the file by the one that is chosen."""
    draft = get_object_or_404(own_drafts(request.user), pk=pk, received_at=None)
    given = request.POST if request.method == "POST" else request.GET
    unknown = unknown_file(draft, position=position, rows=given.get("rows"))
    if unknown is None:
        raise Http404
    form = MappingForm(given if given.get("sent") or request.method == "POST" else None, found=unknown.found)
    mapping = form.mapping()
    if request.method != "POST":
        return _page(request, draft, unknown, form)
    if mapping is None:
        return _page(request, draft, unknown, form, status=UNPROCESSABLE)
    keep_as = form.kept_name(unknown.file.name)
    mapped = map_file(draft, position=position, mapping=mapping, keep_as=keep_as, actor=request.user)
    if isinstance(mapped, Unread):
        return _page(request, draft, unknown, form, status=UNPROCESSABLE)
    if isinstance(mapped.kept, Unchanged):
        messages.warning(request, _("The file is read so, but the project keeps no more mappings: delete one first."))
    return redirect("review:upload_files", draft.pk)


@require_POST
def mapping_delete(request: SignedInRequest, slug: str) -> HttpResponse:
    """Keep a mapping of a project no longer."""
    project = managed_project(request, slug)
    deleted = delete_mapping(project_id=project.pk, name=request.POST.get("name", ""), actor=request.user)
    if isinstance(deleted, Unchanged):
        messages.warning(request, _("Somebody else has deleted it meanwhile."))
        return redirect("review:project_detail", project.slug)
    messages.success(request, _("Deleted. Files that were read by it stay as they are."))
    return redirect("review:project_detail", project.slug)


def _page(
    request: SignedInRequest, draft: UploadDraft, unknown: UnknownFile, form: MappingForm, *, status: int = 200
) -> HttpResponse:
    """Return the page, or to htmx the part of it that follows what is chosen."""
    mapping = form.mapping()
    context = {
        "draft": draft,
        "unknown": unknown,
        "form": form,
        "mapping": mapping,
        "purposes": PURPOSES,
        "mapped": first_mapped(unknown, mapping),
        "is_refused": status != 200,  # noqa: PLR2004 - OK
    }
    name = "review/ingest/_mapping_response.html" if request.htmx else "review/ingest/mapping.html"
    return render(request, name, context, status=status)
