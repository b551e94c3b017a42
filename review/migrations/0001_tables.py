import django.db.models.deletion
import django.db.models.functions.text
import django.db.models.lookups
from django.conf import settings
from django.db import migrations, models

import review.domain.policy
import review.domain.roles


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "__first__"),
    ]

    operations = [
        migrations.CreateModel(
            name="Project",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("slug", models.SlugField(max_length=60, unique=True)),
                ("name", models.CharField(max_length=200)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("explain_sources", models.BooleanField(default=False)),
                ("two_reviewers", models.BooleanField(default=False)),
                ("separate_span_author", models.BooleanField(default=False)),
                ("claim_facts", models.BooleanField(default=False)),
                ("bulk_unread", models.BooleanField(default=False)),
                ("tokens_verify", models.BooleanField(default=False)),
                ("stale_after_days", models.PositiveIntegerField(default=180)),
                ("fuzzy_threshold", models.FloatField(default=0.85)),
                ("max_quote_length", models.PositiveIntegerField(default=2000)),
                ("queue_weights", models.JSONField(blank=True, default=dict)),
                ("extractor", models.JSONField(blank=True, default=dict)),
                ("mappings", models.JSONField(blank=True, default=list)),
            ],
            options={
                "verbose_name": "project",
                "verbose_name_plural": "projects",
                "ordering": ("name", "pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("fuzzy_threshold__gte", 0.85), ("fuzzy_threshold__lte", 1)),
                        name="project_threshold_is_never_lowered",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("max_quote_length__gte", 1)), name="project_quotes_have_a_length"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReviewSession",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("session_id", models.CharField(max_length=200)),
                ("title", models.TextField(blank=True, default="")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="sessions", to="review.project"
                    ),
                ),
            ],
            options={
                "verbose_name": "session",
                "verbose_name_plural": "sessions",
                "ordering": ("-created_at", "-pk"),
                "constraints": [models.UniqueConstraint(fields=("project", "session_id"), name="session_id_is_unique")],
            },
        ),
        migrations.CreateModel(
            name="Message",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("index", models.PositiveIntegerField()),
                ("version", models.PositiveIntegerField(default=1)),
                ("role", models.TextField(blank=True, default="")),
                ("name", models.TextField(blank=True, default="")),
                ("timestamp", models.TextField(blank=True, default="")),
                ("content", models.TextField(blank=True)),
                ("content_hash", models.CharField(max_length=64)),
                ("length", models.PositiveIntegerField()),
                ("digest", models.CharField(max_length=64)),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="messages", to="review.reviewsession"
                    ),
                ),
            ],
            options={
                "verbose_name": "message",
                "verbose_name_plural": "messages",
                "ordering": ("session", "index", "version"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("version__gte", 1)), name="message_versions_start_at_one"
                    ),
                    models.UniqueConstraint(fields=("session", "index", "version"), name="message_version_is_unique"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Extraction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64)),
                ("canonical", models.TextField()),
                ("notes", models.JSONField(default=list)),
                ("extractor", models.TextField(blank=True, default="")),
                ("model", models.TextField(blank=True, default="")),
                ("prompt_version", models.TextField(blank=True, default="")),
                ("run_id", models.TextField(blank=True, default="")),
                ("made_at", models.TextField(blank=True, default="")),
                ("received_at", models.DateTimeField(auto_now_add=True)),
                (
                    "received_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="extractions",
                        to="review.reviewsession",
                    ),
                ),
            ],
            options={
                "verbose_name": "extraction",
                "verbose_name_plural": "extractions",
                "ordering": ("received_at", "pk"),
                "indexes": [models.Index(fields=["received_at"], name="extraction_by_time")],
                "constraints": [
                    models.UniqueConstraint(fields=("session", "digest"), name="extraction_is_received_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("added_at", models.DateTimeField(blank=True, null=True)),
                ("position", models.PositiveIntegerField()),
                ("entry_id", models.TextField(blank=True, default="")),
                ("type", models.TextField(blank=True, default="")),
                ("title", models.TextField(blank=True, default="")),
                ("body", models.TextField(blank=True, default="")),
                (
                    "stage",
                    models.CharField(
                        choices=[
                            ("raw", "raw"),
                            ("working", "working"),
                            ("candidate", "candidate"),
                            ("verified", "verified"),
                            ("certified", "certified"),
                        ],
                        default=review.domain.policy.Stage["RAW"],
                        max_length=20,
                    ),
                ),
                ("evidence_aligned", models.BooleanField(default=False)),
                ("claim_open", models.BooleanField(default=False)),
                ("missing", models.TextField(blank=True, default="")),
                ("version", models.PositiveIntegerField(default=1)),
                ("verified_at", models.DateTimeField(blank=True, null=True)),
                ("verified_under", models.TextField(blank=True, default="")),
                ("verified_with", models.CharField(blank=True, default="", max_length=60)),
                ("certified_at", models.DateTimeField(blank=True, null=True)),
                ("rejected_at", models.DateTimeField(blank=True, null=True)),
                ("rejected_reason", models.TextField(blank=True, default="")),
                (
                    "added_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "certified_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "rejected_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "verified_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "extraction",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="review.extraction",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="review.reviewsession"
                    ),
                ),
            ],
            options={
                "verbose_name": "entry",
                "verbose_name_plural": "entries",
                "ordering": ("session", "extraction", "position"),
                "indexes": [models.Index(fields=["stage"], name="review_entr_stage_8a1a83_idx")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("stage__in", ["raw", "working", "candidate", "verified", "certified"])),
                        name="entry_stage_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                (
                                    "stage__in",
                                    (review.domain.policy.Stage["VERIFIED"], review.domain.policy.Stage["CERTIFIED"]),
                                ),
                                _negated=True,
                            ),
                            models.Q(
                                ("evidence_aligned", True),
                                ("verified_at__isnull", False),
                                ("verified_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="entry_above_candidate_is_aligned",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("stage", review.domain.policy.Stage["CERTIFIED"]), _negated=True),
                            models.Q(
                                ("certified_at__isnull", False),
                                ("certified_by__isnull", False),
                                ("verified_by__isnull", False),
                                models.Q(("certified_by", models.F("verified_by")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="entry_certified_by_second_person",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("rejected_at__isnull", True), ("rejected_by__isnull", True), ("rejected_reason", "")
                            ),
                            models.Q(
                                ("rejected_at__isnull", False),
                                ("rejected_by__isnull", False),
                                models.Q(("rejected_reason", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="entry_rejection_is_whole",
                    ),
                    models.UniqueConstraint(fields=("extraction", "position"), name="entry_position_is_unique"),
                    models.UniqueConstraint(
                        condition=models.Q(("extraction__isnull", True)),
                        fields=("session", "position"),
                        name="entry_added_position_is_unique",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("added_at__isnull", True), ("added_by__isnull", True), ("extraction__isnull", False)
                            ),
                            models.Q(
                                ("added_at__isnull", False), ("added_by__isnull", False), ("extraction__isnull", True)
                            ),
                            _connector="OR",
                        ),
                        name="entry_has_one_origin",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Quote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("text", models.TextField(blank=True)),
                ("text_hash", models.CharField(max_length=64)),
                ("is_cut", models.BooleanField(default=False)),
                ("claimed_index", models.TextField(default="null")),
                (
                    "standing",
                    models.CharField(
                        choices=[
                            ("counts", "counts"),
                            ("withdrawn", "withdrawn"),
                            ("split", "split"),
                            ("undone", "undone"),
                        ],
                        default="counts",
                        max_length=10,
                    ),
                ),
                ("differs", models.BooleanField(default=False)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_reason", models.TextField(blank=True, default="")),
                (
                    "added_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="quotes", to="review.entry"
                    ),
                ),
                (
                    "split_from",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="parts",
                        to="review.quote",
                    ),
                ),
                (
                    "withdrawn_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "quote",
                "verbose_name_plural": "quotes",
                "ordering": ("entry", "position"),
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "position"), name="quote_position_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                models.Q(
                                    ("withdrawn_at__isnull", False),
                                    ("withdrawn_by__isnull", False),
                                    models.Q(("withdrawn_reason", ""), _negated=True),
                                ),
                                ("standing", "withdrawn"),
                            ),
                            models.Q(
                                ("withdrawn_at__isnull", True),
                                ("withdrawn_by__isnull", True),
                                ("withdrawn_reason", ""),
                                models.Q(("standing", "withdrawn"), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="quote_withdrawal_is_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("standing__in", ["counts", "withdrawn", "split"]),
                            models.Q(("split_from__isnull", False), ("standing", "undone")),
                            _connector="OR",
                        ),
                        name="quote_standing_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Alignment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("attempt", models.PositiveIntegerField()),
                ("text", models.TextField(blank=True)),
                ("message_index", models.PositiveIntegerField(null=True)),
                ("method", models.CharField(max_length=10)),
                ("span_start", models.PositiveIntegerField(null=True)),
                ("span_end", models.PositiveIntegerField(null=True)),
                ("similarity", models.FloatField(null=True)),
                ("ambiguous", models.BooleanField(default=False)),
                ("reason", models.CharField(blank=True, default="", max_length=30)),
                ("verdict", models.CharField(max_length=10)),
                ("evidence_json", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "provenance",
                    models.CharField(
                        choices=[
                            ("system", "system"),
                            ("edited_quote", "edited quote"),
                            ("moved_message", "moved message"),
                            ("looked_again", "looked for again"),
                            ("source_text", "source text used"),
                            ("selected_by_hand", "selected by hand"),
                            ("occurrence_chosen", "occurrence chosen"),
                            ("place_confirmed", "place confirmed"),
                            ("restored", "restored"),
                            ("split_part", "part of a split quote"),
                        ],
                        default="system",
                        max_length=20,
                    ),
                ),
                ("engine", models.CharField(max_length=20)),
                ("config_digest", models.CharField(max_length=64)),
                ("config", models.TextField()),
                (
                    "actor",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "message",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="alignments",
                        to="review.message",
                    ),
                ),
                (
                    "quote",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="alignments", to="review.quote"
                    ),
                ),
            ],
            options={
                "verbose_name": "attempt",
                "verbose_name_plural": "attempts",
                "ordering": ("quote", "attempt"),
                "indexes": [
                    models.Index(fields=["method", "reason"], name="review_alig_method_7fb23e_idx"),
                    models.Index(
                        condition=models.Q(("method", "fuzzy")),
                        fields=["similarity"],
                        name="alignment_fuzzy_by_similarity",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                models.Q(
                                    ("message__isnull", False),
                                    ("span_end__gt", models.F("span_start")),
                                    ("span_end__isnull", False),
                                    ("span_start__isnull", False),
                                ),
                                ("method__in", ["exact", "normalized"]),
                                ("reason", ""),
                                ("similarity", 1.0),
                                ("similarity__isnull", False),
                            ),
                            models.Q(
                                models.Q(
                                    ("message__isnull", False),
                                    ("span_end__gt", models.F("span_start")),
                                    ("span_end__isnull", False),
                                    ("span_start__isnull", False),
                                ),
                                ("method", "fuzzy"),
                                ("reason", ""),
                                ("similarity__gte", 0.85),
                                ("similarity__isnull", False),
                                ("similarity__lt", 1.0),
                            ),
                            models.Q(
                                models.Q(("reason", ""), _negated=True),
                                models.Q(("span_end__isnull", True), ("span_start__isnull", True)),
                                ("ambiguous", False),
                                ("method", "none"),
                                ("similarity__isnull", True),
                            ),
                            _connector="OR",
                        ),
                        name="alignment_is_one_of_its_kinds",
                    ),
                    models.UniqueConstraint(fields=("quote", "attempt"), name="attempt_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("actor__isnull", True), ("provenance", "system")),
                            models.Q(
                                ("actor__isnull", False),
                                (
                                    "provenance__in",
                                    (
                                        "edited_quote",
                                        "moved_message",
                                        "looked_again",
                                        "source_text",
                                        "selected_by_hand",
                                        "occurrence_chosen",
                                        "place_confirmed",
                                        "restored",
                                        "split_part",
                                    ),
                                ),
                            ),
                            _connector="OR",
                        ),
                        name="alignment_provenance_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="AccountOrigin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="origin", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "invited_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "origin of an account",
                "verbose_name_plural": "origins of accounts",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("invited_by__isnull", True),
                            models.Q(("invited_by", models.F("account")), _negated=True),
                            _connector="OR",
                        ),
                        name="origin_is_not_the_account_itself",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("confirmed_at__isnull", True), ("confirmed_by__isnull", True)),
                            models.Q(
                                ("confirmed_at__isnull", False),
                                ("confirmed_by__isnull", False),
                                models.Q(("confirmed_by", models.F("account")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="origin_is_confirmed_by_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Acknowledgement",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("claim_version", models.PositiveIntegerField(default=1)),
                ("reason", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "alignment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acknowledgements",
                        to="review.alignment",
                    ),
                ),
            ],
            options={
                "verbose_name": "acknowledgement",
                "verbose_name_plural": "acknowledgements",
                "ordering": ("alignment", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=("alignment", "actor", "claim_version"),
                        name="acknowledgement_is_unique",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="acknowledgement_has_reason"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Approval",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("fingerprint", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="review.entry"
                    ),
                ),
            ],
            options={
                "verbose_name": "approval",
                "verbose_name_plural": "approvals",
                "ordering": ("entry", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=("entry", "actor", "fingerprint"),
                        name="approval_is_unique",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="AuditRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("started_at", models.DateTimeField()),
                ("finished_at", models.DateTimeField()),
                ("events", models.PositiveBigIntegerField()),
                ("checkpoints", models.PositiveIntegerField()),
                ("findings", models.PositiveIntegerField()),
                ("code", models.CharField(blank=True, default="", max_length=40)),
                ("place", models.TextField(blank=True, default="")),
            ],
            options={
                "verbose_name": "audit run",
                "verbose_name_plural": "audit runs",
                "ordering": ("-pk",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("code", ""), ("findings", 0)),
                            models.Q(("findings__gt", 0), models.Q(("code", ""), _negated=True)),
                            _connector="OR",
                        ),
                        name="audit_run_names_its_first_finding",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Batch",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=32, unique=True)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("verify", "verify"),
                            ("candidate", "candidate"),
                            ("promote", "promote"),
                            ("reject", "reject"),
                            ("fix", "fix"),
                        ],
                        max_length=10,
                    ),
                ),
                ("made_at", models.DateTimeField(auto_now_add=True)),
                ("query", models.TextField(blank=True, default="")),
                ("reason", models.TextField(blank=True, default="")),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("reverted_at", models.DateTimeField(null=True)),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "batch",
                "verbose_name_plural": "batches",
                "ordering": ("-pk",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["verify", "candidate", "promote", "reject", "fix"])),
                        name="batch_kind_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("reverted_at__isnull", True), ("confirmed_at__isnull", False), _connector="OR"
                        ),
                        name="batch_reverts_what_was_confirmed",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="BatchItem",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seen", models.PositiveIntegerField()),
                ("after", models.PositiveIntegerField(null=True)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("left", "left"),
                            ("done", "done"),
                            ("refused", "refused"),
                            ("reverted", "reverted"),
                            ("kept", "kept"),
                        ],
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(blank=True, default="", max_length=40)),
                ("reasons", models.TextField(blank=True, default="")),
                ("fix", models.TextField(blank=True, default="")),
                ("event_id", models.CharField(blank=True, default="", max_length=32)),
                (
                    "batch",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="items",
                        to="review.batch",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="review.entry"),
                ),
                (
                    "quote",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="review.quote"
                    ),
                ),
            ],
            options={
                "verbose_name": "entry of a batch",
                "verbose_name_plural": "entries of a batch",
                "ordering": ("pk",),
                "indexes": [models.Index(fields=["batch", "state", "reason", "id"], name="item_by_state")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("quote__isnull", True)),
                        fields=("batch", "entry"),
                        name="batch_has_entry_once",
                    ),
                    models.UniqueConstraint(fields=("batch", "quote"), name="batch_has_quote_once"),
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["waiting", "left", "done", "refused", "reverted", "kept"])),
                        name="item_state_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Chain",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, unique=True)),
                ("head_seq", models.PositiveBigIntegerField(default=0)),
                ("head_hash", models.CharField(blank=True, default="", max_length=64)),
                (
                    "session",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="chain",
                        to="review.reviewsession",
                    ),
                ),
            ],
            options={
                "verbose_name": "chain",
                "verbose_name_plural": "chains",
            },
        ),
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=32)),
                ("size", models.PositiveBigIntegerField()),
                ("chains", models.PositiveIntegerField()),
                ("key_id", models.CharField(max_length=64)),
                ("sealed", models.TextField()),
                ("created_at", models.DateTimeField()),
            ],
            options={
                "verbose_name": "checkpoint",
                "verbose_name_plural": "checkpoints",
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="SigningKey",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(unique=True)),
                ("sealed", models.TextField()),
            ],
            options={
                "verbose_name": "signing key",
                "verbose_name_plural": "signing keys",
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="Chunk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chunk_id", models.TextField()),
                ("file_name", models.TextField(blank=True, default="")),
                ("source", models.TextField(blank=True, default="")),
                ("score", models.FloatField(null=True)),
                (
                    "relevance",
                    models.CharField(
                        blank=True,
                        choices=[("high", "high"), ("medium", "medium"), ("low", "low"), ("", "unsaid")],
                        default="",
                        max_length=10,
                    ),
                ),
                ("matched_tags", models.JSONField(default=list)),
                ("last_updated", models.BigIntegerField(null=True)),
                (
                    "message",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="chunk", to="review.message"
                    ),
                ),
            ],
            options={
                "verbose_name": "chunk",
                "verbose_name_plural": "chunks",
                "ordering": ("message",),
                "indexes": [models.Index(fields=["last_updated"], name="review_chun_last_up_da0179_idx")],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("relevance__in", ["high", "medium", "low", ""])),
                        name="chunk_relevance_is_one_of_its_kinds",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="CitedSource",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("label", models.TextField()),
                ("is_real", models.BooleanField()),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="cited_sources", to="review.entry"
                    ),
                ),
            ],
            options={
                "verbose_name": "cited source",
                "verbose_name_plural": "cited sources",
                "ordering": ("entry", "position"),
                "constraints": [models.UniqueConstraint(fields=("entry", "position"), name="cited_source_is_unique")],
            },
        ),
        migrations.CreateModel(
            name="ClaimConfirmation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("fingerprint", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("claim_version", models.PositiveIntegerField(default=1)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="review.entry"
                    ),
                ),
            ],
            options={
                "verbose_name": "confirmation of a claim",
                "verbose_name_plural": "confirmations of claims",
                "ordering": ("entry", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=("entry", "fingerprint"),
                        name="claim_confirmation_is_unique",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("claim_version__gte", 1)), name="claim_confirmation_names_a_version"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClaimVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("fingerprint", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("number", models.PositiveIntegerField()),
                ("title", models.TextField(blank=True, default="")),
                ("body", models.TextField(blank=True, default="")),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="review.entry"
                    ),
                ),
            ],
            options={
                "verbose_name": "correction of a claim",
                "verbose_name_plural": "corrections of claims",
                "ordering": ("entry", "number"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("number__gt", 1)), name="claim_versions_follow_the_extractors"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("title", ""), _negated=True),
                            models.Q(("body", ""), _negated=True),
                            _connector="OR",
                        ),
                        name="claim_version_states_something",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=("entry", "number"),
                        name="claim_version_is_unique",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Comment",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("text", models.TextField()),
                ("mentions", models.TextField(blank=True, default="")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("resolved_at", models.DateTimeField(null=True)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "reply_to",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="replies",
                        to="review.comment",
                    ),
                ),
                (
                    "resolved_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="comments",
                        to="review.entry",
                    ),
                ),
            ],
            options={
                "verbose_name": "comment",
                "verbose_name_plural": "comments",
                "ordering": ("entry", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("entry", "number"), name="comment_number_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="comment_says_something"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("resolved_at__isnull", True), ("resolved_by__isnull", True)),
                            models.Q(
                                ("reply_to__isnull", True),
                                ("resolved_at__isnull", False),
                                ("resolved_by__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="comment_resolution_is_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="EntryMark",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="marks",
                        to="review.entry",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.project",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.reviewsession",
                    ),
                ),
            ],
            options={
                "verbose_name": "mark",
                "verbose_name_plural": "marks",
                "indexes": [
                    models.Index(
                        models.F("project"),
                        models.F("name"),
                        models.OrderBy(models.F("session"), descending=True),
                        models.F("entry"),
                        name="mark_in_lists",
                    ),
                    models.Index(models.F("session"), models.F("name"), models.F("entry"), name="mark_in_session"),
                ],
                "constraints": [models.UniqueConstraint(fields=("entry", "name"), name="mark_is_unique")],
            },
        ),
        migrations.CreateModel(
            name="EntryRead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("version", models.PositiveIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="review.entry"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "entry that was read",
                "verbose_name_plural": "entries that were read",
                "constraints": [models.UniqueConstraint(fields=("entry", "person"), name="read_is_once_a_person")],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("seq", models.PositiveBigIntegerField()),
                ("event_id", models.CharField(max_length=32, unique=True)),
                ("event_type", models.CharField(max_length=40)),
                ("actor", models.CharField(max_length=150)),
                ("created_at", models.DateTimeField()),
                ("payload", models.TextField()),
                ("prev_hash", models.CharField(blank=True, max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "chain",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="events", to="review.chain"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        null=True, on_delete=django.db.models.deletion.PROTECT, related_name="events", to="review.entry"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="review.reviewsession",
                    ),
                ),
            ],
            options={
                "verbose_name": "event",
                "verbose_name_plural": "events",
                "ordering": ("chain", "seq"),
                "indexes": [
                    models.Index(fields=["entry", "seq"], name="review_even_entry_i_d85e6d_idx"),
                    models.Index(fields=["event_type", "id"], name="event_by_type"),
                    models.Index(fields=["actor", "id"], name="event_by_actor"),
                    models.Index(fields=["created_at", "id"], name="event_by_moment"),
                ],
                "constraints": [models.UniqueConstraint(fields=("chain", "seq"), name="event_seq_is_unique")],
            },
        ),
        migrations.CreateModel(
            name="Explanation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("undone_at", models.DateTimeField(blank=True, null=True)),
                ("fingerprint", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("requirement", models.CharField(max_length=40)),
                ("reason", models.TextField()),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="review.entry"
                    ),
                ),
            ],
            options={
                "verbose_name": "reason",
                "verbose_name_plural": "reasons",
                "ordering": ("entry", "pk"),
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("undone_at__isnull", True)),
                        fields=("entry", "actor", "requirement", "fingerprint"),
                        name="explanation_is_unique",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("reason", ""), _negated=True), models.Q(("requirement", ""), _negated=True)
                        ),
                        name="explanation_has_reason",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FailedQuote",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("group", models.PositiveSmallIntegerField()),
                ("message_index", models.IntegerField()),
                ("is_repairable", models.BooleanField(default=False)),
                ("fix", models.TextField(blank=True, default="")),
                ("last_index", models.PositiveIntegerField(null=True)),
                ("engine", models.CharField(blank=True, default="", max_length=20)),
                (
                    "alignment",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.alignment",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.project",
                    ),
                ),
                (
                    "quote",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="failed", to="review.quote"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.reviewsession",
                    ),
                ),
            ],
            options={
                "verbose_name": "failed quote",
                "verbose_name_plural": "failed quotes",
                "indexes": [
                    models.Index(
                        models.F("project"),
                        models.F("group"),
                        models.F("session"),
                        models.F("message_index"),
                        models.F("quote"),
                        name="failed_in_lists",
                    ),
                    models.Index(
                        models.F("session"),
                        models.F("group"),
                        models.F("message_index"),
                        models.F("quote"),
                        name="failed_in_session",
                    ),
                    models.Index(
                        condition=models.Q(("is_repairable", True)),
                        fields=["project", "quote"],
                        name="failed_repairable",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("viewer", "viewer"),
                            ("reviewer", "reviewer"),
                            ("certifier", "certifier"),
                            ("auditor", "auditor"),
                            ("manager", "manager"),
                        ],
                        max_length=20,
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                ("is_waiting", models.BooleanField(default=False)),
                ("confirmed_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                (
                    "accepted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="accepted_invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "confirmed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="review.project"
                    ),
                ),
            ],
            options={
                "verbose_name": "invitation",
                "verbose_name_plural": "invitations",
                "ordering": ("-made_at", "-pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["viewer", "reviewer", "certifier", "auditor", "manager"])),
                        name="invitation_role_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("accepted_at__isnull", True),
                                ("accepted_by__isnull", True),
                                ("confirmed_at__isnull", True),
                                ("is_waiting", False),
                            ),
                            models.Q(
                                models.Q(("accepted_at__isnull", False), ("accepted_by__isnull", False)),
                                ("confirmed_at__isnull", True),
                                ("is_waiting", False),
                                ("revoked_at__isnull", True),
                            ),
                            models.Q(
                                models.Q(
                                    models.Q(("accepted_at__isnull", False), ("accepted_by__isnull", False)),
                                    ("role__in", ["certifier", "manager"]),
                                ),
                                ("confirmed_at__isnull", True),
                                ("is_waiting", True),
                                ("revoked_at__isnull", True),
                            ),
                            models.Q(
                                models.Q(
                                    models.Q(("accepted_at__isnull", False), ("accepted_by__isnull", False)),
                                    ("role__in", ["certifier", "manager"]),
                                ),
                                ("confirmed_at__isnull", False),
                                ("is_waiting", False),
                                ("revoked_at__isnull", True),
                            ),
                            models.Q(
                                models.Q(
                                    models.Q(("accepted_at__isnull", False), ("accepted_by__isnull", False)),
                                    ("role__in", ["certifier", "manager"]),
                                ),
                                ("confirmed_at__isnull", True),
                                ("is_waiting", False),
                                ("revoked_at__isnull", False),
                            ),
                            _connector="OR",
                        ),
                        name="invitation_ends_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("confirmed_at__isnull", True), ("confirmed_by__isnull", True)),
                            models.Q(
                                ("confirmed_at__isnull", False),
                                ("confirmed_by__isnull", False),
                                ("revoked_at__isnull", True),
                                models.Q(("confirmed_by", models.F("made_by")), _negated=True),
                                models.Q(("confirmed_by", models.F("accepted_by")), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="invitation_is_confirmed_by_another",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("start", models.CharField(max_length=12)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("scopes", models.CharField(max_length=60)),
                ("made_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="tokens", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="tokens", to="review.project"
                    ),
                ),
                (
                    "revoked_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "token",
                "verbose_name_plural": "tokens",
                "ordering": ("-made_at", "-pk"),
            },
        ),
        migrations.CreateModel(
            name="RememberedAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=200)),
                ("request", models.CharField(max_length=64)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("body", models.TextField(blank=True, default="")),
                ("made_at", models.DateTimeField(db_index=True)),
                (
                    "token",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="review.apitoken"
                    ),
                ),
            ],
            options={
                "verbose_name": "remembered answer",
                "verbose_name_plural": "remembered answers",
            },
        ),
        migrations.AddConstraint(
            model_name="apitoken",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("revoked_at__isnull", True), ("revoked_by__isnull", True)),
                    models.Q(("revoked_at__isnull", False), ("revoked_by__isnull", False)),
                    _connector="OR",
                ),
                name="token_is_revoked_by_somebody",
            ),
        ),
        migrations.AddConstraint(
            model_name="rememberedanswer",
            constraint=models.UniqueConstraint(fields=("token", "key"), name="answer_is_remembered_once"),
        ),
        migrations.CreateModel(
            name="Lease",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("until", models.DateTimeField()),
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="lease", to="review.entry"
                    ),
                ),
                (
                    "holder",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "verbose_name": "lease",
                "verbose_name_plural": "leases",
            },
        ),
        migrations.CreateModel(
            name="LogInTries",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("moments", models.JSONField(default=list)),
                ("last_at", models.DateTimeField(db_index=True)),
                ("recorded_at", models.DateTimeField(null=True)),
            ],
            options={
                "verbose_name": "log-in tries",
                "verbose_name_plural": "log-in tries",
            },
        ),
        migrations.CreateModel(
            name="Membership",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("viewer", "viewer"),
                            ("reviewer", "reviewer"),
                            ("certifier", "certifier"),
                            ("auditor", "auditor"),
                            ("manager", "manager"),
                        ],
                        default=review.domain.roles.Role["VIEWER"],
                        max_length=20,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="memberships", to="review.project"
                    ),
                ),
            ],
            options={
                "verbose_name": "member",
                "verbose_name_plural": "members",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("role__in", ["viewer", "reviewer", "certifier", "auditor", "manager"])),
                        name="membership_role_is_known",
                    ),
                    models.UniqueConstraint(fields=("project", "user"), name="membership_is_one_per_person"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("mention", "mention"),
                            ("reply", "reply"),
                            ("change", "change"),
                            ("demotion", "demotion"),
                        ],
                        max_length=10,
                    ),
                ),
                ("is_new", models.BooleanField(default=True)),
                (
                    "event",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="review.event"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.project",
                    ),
                ),
            ],
            options={
                "verbose_name": "notification",
                "verbose_name_plural": "notifications",
                "indexes": [
                    models.Index(fields=["person", "project", "id"], name="notice_in_list"),
                    models.Index(
                        condition=models.Q(("is_new", True)), fields=["person", "project"], name="notice_that_is_new"
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "person"), name="notice_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["mention", "reply", "change", "demotion"])),
                        name="notice_kind_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Override",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("items", models.CharField(max_length=200)),
                ("reason", models.TextField()),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="%(class)ss", to="review.entry"
                    ),
                ),
            ],
            options={
                "verbose_name": "override",
                "verbose_name_plural": "overrides",
                "ordering": ("entry", "pk"),
                "constraints": [
                    models.CheckConstraint(
                        condition=django.db.models.lookups.GreaterThanOrEqual(
                            django.db.models.functions.text.Length("reason"), 20
                        ),
                        name="override_has_reason",
                    ),
                    models.CheckConstraint(condition=models.Q(("items", ""), _negated=True), name="override_has_items"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Retrieval",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("query", models.TextField(blank=True, default="")),
                ("events", models.JSONField(default=list)),
                ("digest", models.CharField(max_length=64)),
                (
                    "session",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT, related_name="retrieval", to="review.reviewsession"
                    ),
                ),
            ],
            options={
                "verbose_name": "retrieval",
                "verbose_name_plural": "retrievals",
            },
        ),
        migrations.CreateModel(
            name="RunTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("monday", models.DateField()),
                ("maker", models.CharField(max_length=64)),
                ("counts", models.JSONField()),
                (
                    "extraction",
                    models.OneToOneField(
                        null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="review.extraction"
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.project",
                    ),
                ),
                (
                    "sample",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.extraction",
                    ),
                ),
            ],
            options={
                "verbose_name": "numbers of runs",
                "verbose_name_plural": "numbers of runs",
                "indexes": [models.Index(fields=["project", "monday"], name="tally_by_week")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("extraction__isnull", True)),
                        fields=("project", "monday", "maker"),
                        name="tally_is_one_a_week",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SavedView",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("page", models.CharField(choices=[("search", "search"), ("entry_list", "entries")], max_length=20)),
                ("name", models.CharField(max_length=80)),
                ("query", models.TextField(blank=True, default="")),
                ("saved_at", models.DateTimeField(auto_now=True)),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.project",
                    ),
                ),
            ],
            options={
                "verbose_name": "saved view",
                "verbose_name_plural": "saved views",
                "ordering": ("name", "pk"),
                "constraints": [
                    models.UniqueConstraint(fields=("owner", "page", "name"), name="saved_view_name_is_unique")
                ],
            },
        ),
        migrations.CreateModel(
            name="SourceAge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("is_rejected", models.BooleanField(default=False)),
                ("updated", models.BigIntegerField()),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.entry",
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.project",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.reviewsession",
                    ),
                ),
            ],
            options={
                "verbose_name": "age of sources",
                "verbose_name_plural": "ages of sources",
                "indexes": [
                    models.Index(
                        condition=models.Q(("entry__isnull", True)),
                        fields=["project", "updated", "session"],
                        name="age_of_retrieval",
                    ),
                    models.Index(
                        condition=models.Q(("entry__isnull", False)),
                        fields=["project", "is_rejected", "updated", "entry"],
                        name="age_of_entry",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("entry__isnull", True)), fields=("session",), name="age_is_unique"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("entry__isnull", False)), fields=("entry",), name="entry_age_is_unique"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="SourceCorrection",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("replacement", models.TextField(blank=True, default="")),
                ("reason", models.TextField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "actor",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "source",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="corrections", to="review.citedsource"
                    ),
                ),
            ],
            options={
                "verbose_name": "correction of a source",
                "verbose_name_plural": "corrections of sources",
                "ordering": ("source", "number"),
                "constraints": [
                    models.UniqueConstraint(fields=("source", "number"), name="source_correction_is_unique"),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="source_correction_has_reason"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(max_length=20)),
                ("subject", models.CharField(max_length=60)),
                ("title", models.TextField(blank=True, default="")),
                ("given", models.JSONField(default=dict)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "waiting"),
                            ("running", "running"),
                            ("done", "done"),
                            ("failed", "failed"),
                            ("stopped", "stopped"),
                            ("cancelled", "cancelled"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("done", models.PositiveIntegerField(default=0)),
                ("total", models.PositiveIntegerField(default=0)),
                ("has_begun", models.BooleanField(default=False)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("fence", models.PositiveIntegerField(default=0)),
                ("beat", models.DateTimeField(null=True)),
                ("until", models.DateTimeField()),
                (
                    "reason",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("gone", "gone"),
                            ("not_permitted", "not_permitted"),
                            ("changed", "changed"),
                            ("off", "off"),
                            ("unanswered", "unanswered"),
                            ("lost", "lost"),
                            ("memory", "memory"),
                            ("error", "error"),
                        ],
                        default="",
                        max_length=20,
                    ),
                ),
                ("result", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "cancelled_by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.project",
                    ),
                ),
            ],
            options={
                "verbose_name": "job",
                "verbose_name_plural": "jobs",
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(fields=["state", "until"], name="job_to_take"),
                    models.Index(fields=["owner", "state", "id"], name="job_of_owner"),
                    models.Index(fields=["project", "id"], name="job_of_project"),
                    models.Index(fields=["subject", "id"], name="job_about"),
                    models.Index(fields=["ended_at"], name="job_ended"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state__in", ("waiting", "running"))),
                        fields=("kind", "subject"),
                        name="job_is_open_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("state__in", ["waiting", "running", "done", "failed", "stopped", "cancelled"])
                        ),
                        name="job_state_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ExtractorRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("prompt_version", models.CharField(max_length=20)),
                ("is_idle", models.BooleanField(default=False)),
                ("input_tokens", models.PositiveBigIntegerField(default=0)),
                ("output_tokens", models.PositiveBigIntegerField(default=0)),
                ("repaired", models.PositiveIntegerField(default=0)),
                ("given_up", models.PositiveIntegerField(default=0)),
                ("code", models.CharField(blank=True, default="", max_length=20)),
                ("created_at", models.DateTimeField()),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.project",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="review.reviewsession"
                    ),
                ),
            ],
            options={
                "verbose_name": "extractor run",
                "verbose_name_plural": "extractor runs",
                "ordering": ("-pk",),
                "indexes": [models.Index(fields=["project", "created_at"], name="extractor_run_of_day")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_idle", True)),
                        fields=("session", "prompt_version"),
                        name="extractor_run_is_idle_once",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="JobFile",
            fields=[
                (
                    "job",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="file",
                        serialize=False,
                        to="review.job",
                    ),
                ),
                ("name", models.TextField()),
                ("media_type", models.CharField(max_length=100)),
                ("data", models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name="UploadDraft",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("session_json", models.TextField(blank=True, default="")),
                ("extraction_json", models.TextField(blank=True, default="")),
                ("alignment", models.TextField(blank=True, default="")),
                ("shown", models.TextField(blank=True, default="")),
                ("title", models.TextField(blank=True, default="")),
                ("numbering", models.CharField(blank=True, default="", max_length=20)),
                ("notes", models.JSONField(default=list)),
                ("received_at", models.DateTimeField(null=True)),
                ("is_sent", models.BooleanField(default=False)),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="review.project"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="review.reviewsession",
                    ),
                ),
                (
                    "taken_from",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="taken",
                        to="review.uploaddraft",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="UploadFile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("position", models.PositiveIntegerField()),
                ("name", models.TextField()),
                ("size", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                ("format", models.CharField(blank=True, default="", max_length=40)),
                ("found", models.JSONField()),
                (
                    "draft",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="files", to="review.uploaddraft"
                    ),
                ),
            ],
            options={
                "ordering": ("draft", "position"),
                "constraints": [
                    models.UniqueConstraint(fields=("draft", "position"), name="upload_file_has_its_place")
                ],
            },
        ),
        migrations.CreateModel(
            name="UploadPart",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("place", models.PositiveIntegerField()),
                ("is_conversation", models.BooleanField()),
                ("text", models.TextField()),
                ("about", models.JSONField()),
                (
                    "file",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="parts", to="review.uploadfile"
                    ),
                ),
            ],
            options={
                "ordering": ("file", "place"),
                "constraints": [models.UniqueConstraint(fields=("file", "place"), name="upload_part_has_its_place")],
            },
        ),
        migrations.AddField(
            model_name="project",
            name="members",
            field=models.ManyToManyField(
                related_name="projects", through="review.Membership", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="claim",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="review.claimversion",
            ),
        ),
        migrations.AddField(
            model_name="quote",
            name="current",
            field=models.OneToOneField(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="review.alignment"
            ),
        ),
        migrations.CreateModel(
            name="FeedHead",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("last", models.PositiveBigIntegerField()),
            ],
            options={
                "verbose_name": "head of the feed",
                "verbose_name_plural": "heads of the feed",
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("url", models.CharField(max_length=500)),
                ("types", models.JSONField(default=list)),
                ("secret", models.TextField()),
                ("previous", models.TextField(blank=True, default="")),
                ("previous_until", models.DateTimeField(null=True)),
                ("cursor", models.PositiveBigIntegerField()),
                (
                    "silence",
                    models.CharField(
                        blank=True, choices=[("person", "person"), ("gone", "gone")], default="", max_length=10
                    ),
                ),
                ("made_at", models.DateTimeField()),
                (
                    "made_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "project",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="webhooks", to="review.project"
                    ),
                ),
            ],
            options={
                "verbose_name": "webhook",
                "verbose_name_plural": "webhooks",
                "ordering": ("pk",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("previous", ""), ("previous_until__isnull", True)),
                            models.Q(models.Q(("previous", ""), _negated=True), ("previous_until__isnull", False)),
                            _connector="OR",
                        ),
                        name="webhook_previous_secret_ends",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("silence__in", ["", "person", "gone"])), name="webhook_silence_is_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveBigIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("waiting", "waiting"), ("delivered", "delivered"), ("dead", "dead")],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("due", models.DateTimeField(null=True)),
                ("tries", models.PositiveIntegerField(default=0)),
                ("answer", models.CharField(blank=True, default="", max_length=200)),
                ("tried_at", models.DateTimeField(null=True)),
                ("made_at", models.DateTimeField()),
                (
                    "webhook",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="review.webhook",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery",
                "verbose_name_plural": "deliveries",
                "ordering": ("-number",),
                "indexes": [
                    models.Index(condition=models.Q(("state", "waiting")), fields=["due"], name="delivery_to_send"),
                    models.Index(fields=["webhook", "state", "number"], name="delivery_by_state"),
                    models.Index(fields=["made_at"], name="delivery_by_time"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("webhook", "number"), name="delivery_is_made_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("due__isnull", False), ("state", "waiting")),
                            models.Q(("due__isnull", True), ("state__in", ["delivered", "dead"])),
                            _connector="OR",
                        ),
                        name="delivery_is_due_while_it_waits",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FeedItem",
            fields=[
                (
                    "event",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="feed_item",
                        serialize=False,
                        to="review.event",
                    ),
                ),
                ("number", models.PositiveBigIntegerField(null=True, unique=True)),
                (
                    "project",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="review.project",
                    ),
                ),
            ],
            options={
                "verbose_name": "item of the feed",
                "verbose_name_plural": "items of the feed",
                "ordering": ("number",),
                "indexes": [
                    models.Index(fields=["project", "number"], name="feed_of_project"),
                    models.Index(
                        condition=models.Q(("number__isnull", True)), fields=["event"], name="feed_unnumbered"
                    ),
                ],
            },
        ),
    ]
