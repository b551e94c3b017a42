"""The limits of the application: how long, how many and how large. They are defined only here.

Pages and sentences take a limit from here, and `make limits` writes it into the documents: `docs/limits.md`, which is
made of this module, and whatever links to a row of it. A limit that a deployment may change has the name of its
variable without REVIEW_, and its default here. The limits on finding and judging quotes are in the core.
"""

from datetime import timedelta

# Decisions

UNDO_WINDOW = timedelta(seconds=30)
"""How long a person may take back a decision, a statement or a repair: enough to see a slip, too short to rely on."""
CLOCK_SKEW = timedelta(seconds=5)
"""How far the clocks of servers may differ; a decision or lease that is further ahead counts as over."""
PASSWORD_TIME = timedelta(minutes=10)
"""How long one password is enough to certify: a list is worked through, and an open browser is not left for long."""
MIN_OVERRIDE_REASON_CHARS = 20
"""How long a reason to override the policy is at least: enough to say something. Another one needs a migration."""
MAX_REASON_CHARS = 2_000
"""How long a reason may be, of whatever decision: a page of text, which the journal keeps for good."""
MAX_COMMENT_CHARS = 2_000
"""How long a comment may be, and a reply to one: as long as a reason."""
MAX_COMMENTS = 200
"""How many of the newest comments and replies a page shows; the journal has all of them."""
MAX_CLAIM_TITLE_CHARS = 2_000
"""How long the title of a claim that a person writes or corrects may be: some sentences."""
MAX_CLAIM_BODY_CHARS = 100_000
"""How long its body may be: as long as an answer that is read to its end."""
MAX_TYPE_CHARS = 100
"""How long the type of an added entry may be: a word or a few."""

# The queue

LEASE_TIME = timedelta(minutes=5)
"""How long an entry is one person's in the queue after their browser was last heard of: a short walk, no lunch."""
LEASE_RENEWAL = timedelta(minutes=1)
"""How often a browser renews the lease: several times within its duration, so that one lost request does not end it."""
MAX_WEIGHT = 100
"""The most that a project may give a kind of turn; what weighs 0 is not offered."""

# Lists

PAGE_SIZE = 50
"""How many rows one page of a list has: two or three screens, read at once however long the list is."""
MAX_COUNTED = 99
"""How far counts go; a plus stands for more, since counting a long list costs more than showing its page."""
MAX_RAIL_ROWS = 300
"""How many quotes the rail of a session lists before their messages are on the page; a longer one would be slow."""
MAX_ADMIN_ROWS = 1_000
"""How many rows a list of the admin filters, orders and searches, the newest; the file of the list has all."""
MAX_SAVED_VIEWS = 50
"""How many views of one page a person may keep: more than one menu shows well."""
MAX_VIEW_NAME_CHARS = 80
"""How long the name of a saved view may be: a line of the menu."""

# Search

MIN_SEARCH_CHARS = 2
"""How long one term of a query has to be: two Hangul syllables are a word; a single sign is in nearly every text."""
MAX_SEARCH_CHARS = 200
"""How long a query may be, whatever is searched: words, not texts."""
MAX_WEIGHED_HITS = 500
"""How many of the newest hits facets count, and are ordered by confidence: read within a moment in any store."""
MAX_FILTERED_HITS = 10_000
"""How many entries with frequent words are looked at with the filters at a time; a link goes on from there."""

MAX_TRIED_ENTRIES = 1_000
"""How many of the newest entries with fuzzy quotes a higher bar is tried on: enough to see which bar to choose."""

# Batches

MAX_BATCH_ITEMS = 5_000
"""How many entries a batch may have: each is looked at for the preview, and changed by a transaction of its own."""
BATCH_PART = 50
"""How many entries of a batch a request changes, since people wait for it; a job changes more, in parts of so many."""
BATCH_PREVIEW_TIME = timedelta(days=1)
"""How long an unconfirmed preview is kept; it is deleted when its maker makes another one."""

# People

INVITATION_TIME = timedelta(days=7)
"""How long an invitation lets somebody in: everybody has a working day in it."""
MIN_PASSWORD_CHARS = 8
"""The minimum length of a password, as in Django by default; guessing is also throttled."""
MAX_LOGIN_TRIES = 10
"""How many tries to log in at one account from one address `LOGIN_WINDOW` has: some typos, and no guessing."""
MAX_LOGIN_TRIES_IN_ALL = 30
"""How many tries at one account from anywhere, and from one address at any account: some people share an address."""
LOGIN_WINDOW = timedelta(minutes=1)
"""In how much time tries to log in are counted, and how long to wait at most."""
KNOWN_BROWSER_TIME = timedelta(days=365)
"""How long a browser that has logged in to an account is known: failed log-ins of others do not lock it out."""
IDLE_MINUTES = 8 * 60
"""For how long a log-in may be idle: a working day; it also ends with the browser."""

# Tokens and the API

MAX_TOKEN_NAME_CHARS = 60
"""How long the name of a token may be: it stands beside its owner in the journal."""
TOKEN_DAYS = 90
"""For how many days a token holds unless its owner says otherwise."""
MAX_TOKEN_DAYS = 365
"""For how many days a token may hold at most: who keeps a program running looks at it once a year."""
TOKEN_WARNING_TIME = timedelta(days=14)
"""How long before its end a token is marked, on pages and in the answers to its program."""
TOKEN_NOTE_TIME = timedelta(minutes=1)
"""How exactly the last use of a token is stored: a call rarely writes because of it."""
REMEMBERED_TIME = timedelta(days=1)
"""For how long the answer to a call with an Idempotency-Key is given again."""
UNANSWERED_TIME = timedelta(minutes=5)
"""After how long such a call that was not answered counts as cut off: no request takes as long."""
MAX_LISTED_TOKENS = 200
"""How many tokens of a project its page lists, those that hold first."""
API_PAGE_SIZE = 50
"""How many items a page of the API has unless the caller says otherwise."""
MAX_API_PAGE_SIZE = 200
"""How many items a page of the API may have."""
API_CALLS_A_MINUTE = 1_200
"""How many calls of one token each process of the server answers in a minute: a busy program makes fewer."""

# Uploads

MAX_FILE_BYTES = 20_000_000
"""How large one uploaded file may be."""
MAX_FILES = 20
"""How many files are uploaded at once."""
MAX_UPLOAD_BYTES = 40_000_000
"""How large a request may be in all, such as the files of one upload together: it is looked at before it is read."""
MAX_STREAM_BYTES = 2_000_000_000
"""How much a stream of sessions may hold in all, as it is sent and unpacked; a line may be as large as a file."""
MAX_DRAFTS_BYTES = 80_000_000
"""How large all files of a person may be that are uploaded and not imported yet: two uploads of the largest size."""
MAX_UPLOAD_PARTS = 5_000
"""How many conversations and extractions one upload may have in all: a person chooses among them on one page."""
MAX_MESSAGE_BYTES = 1_000_000
"""How large a message may be, and each text beside it, in UTF-8."""
MAX_MESSAGES = 20_000
"""How many messages a session may have, or chunks a retrieval."""
MAX_ADDRESSED = 50
"""How many people words are said to, where a program says so."""
MAX_QUOTES = 5_000
"""How many quotes an extraction may have."""
MAX_JSON_DEPTH = 32
"""How many levels JSON may nest."""
MAX_QUOTE_CHARS = 2_000
"""How much of a quote is stored; a longer one is cut, marked as cut, and fails."""
MAX_SESSION_NAME_CHARS = 200
"""How long a `sessionId` or `retrievalId` may be."""
MAX_SESSION_TITLE_CHARS = 500
"""How long the title that a person gives a session may be."""
MAX_UPLOAD_WORK = 250_000_000
"""How many units of work the search for the quotes of one upload in the browser may take: some seconds."""
MAX_DIAGNOSED = 200
"""How many failed quotes of one upload are diagnosed with it, each in its whole session; the others wait."""
MAX_DRAFTS = 10
"""How many uploads a person may keep without importing them; the oldest are deleted."""
DRAFT_DAYS = 7
"""For how long such a draft is kept."""

MAX_CHARS_AT_ONCE = 500_000
"""How long the texts of an upload may be to be read, aligned and imported within a request; a job does a longer one."""
MAX_QUOTES_AT_ONCE = 200
"""How many quotes an upload may have to be aligned and imported within a request."""
MAX_WORK_AT_ONCE = 25_000_000
"""The work units that a request may spend on aligning an upload, about a second; a job goes on with what takes more."""

MAX_MESSAGES_AT_ONCE = 2_000
"""How many messages of a large upload are stored in one transaction: others write between two of them."""

# Realigning

MAX_REALIGNED_AT_ONCE = 20
"""How many quotes of a project a request realigns, about a second where all change; a job realigns more."""
MAX_REALIGN_PREVIEWED = 200
"""How many entries of a project are looked at before it is realigned, to say what would change."""
MAX_REALIGN_LISTED = 100
"""How many quotes of a kind are listed of what would change."""
REALIGNED_PART = 50
"""How many entries of a project a job looks at before it shows how far it is."""

# Jobs

JOB_LEASE_SECONDS = 30
"""After how many seconds without a beat of its worker a job is taken by another one: it was killed, or hangs."""
JOB_BEATS = 6
"""How often a worker beats within the lease, so that some lost beats do not end it."""
MAX_JOB_TRIES = 3
"""How often a job is tried whose worker was killed or made an error; then it is stopped, and says what happened."""
JOB_PAUSE = timedelta(seconds=2)
"""How long a job waits after an error; each further time twice as long."""
JOB_DAYS = 7
"""For how many days a job that has ended is listed."""
MAX_JOB_BYTES = 2_000_000_000
"""How much address space a worker may take: several times what the largest upload needs."""

# Extraction by a model

EXTRACTOR_TOKENS_A_DAY = 1_000_000
"""How many tokens the extractor of a project may spend in a day unless its managers say otherwise."""
MAX_EXTRACTOR_TOKENS = 1_000_000_000
"""How many they may allow."""
MAX_IDLE_MINUTES = 7 * 24 * 60
"""After how many minutes without a new message a session may be read by itself at most: a week."""
MAX_IDLE_AT_ONCE = 5
"""How many idle sessions of a project wait for the model or are read by it at a time: people's go between them."""
IDLE_PACE = timedelta(minutes=1)
"""How often a worker looks for idle sessions."""
MAX_MODEL_CHARS = 200
"""How long the name of a model may be."""

# Mappings of files

MAX_MAPPINGS = 50
"""How many mappings of files a project keeps: more shapes than that nobody tells apart by their names."""
MAX_MAPPING_NAME_CHARS = 80
"""How long the name of a mapping may be."""
MAX_MAPPED_ROWS_SHOWN = 3
"""How many entries or messages of a file are shown while its mapping is chosen."""

# The feed, and webhooks

FEED_PAGE = 200
"""How many events or memories one answer of the feed has, where nothing else is asked for."""
MAX_FEED_PAGE = 1_000
"""How many it may have: read and written within a moment."""
MAX_WEBHOOKS = 20
"""How many webhooks a project may have: more programs than that read the feed themselves."""
MAX_WEBHOOK_URL_CHARS = 500
"""How long the address of a webhook may be."""
MAX_WEBHOOK_ANSWER_CHARS = 200
"""How much of the answer of a receiver is kept, for the page: enough to see what is wrong."""
WEBHOOK_PACE = timedelta(seconds=2)
"""How often a worker looks whether there is something to tell."""
WEBHOOK_TIME = timedelta(seconds=10)
"""How long a receiver has to take a notice, from the first look for its address to the end of its answer."""
WEBHOOK_LEASE = timedelta(seconds=60)
"""After how long a notice is sent again whose worker was killed while it sent it."""
WEBHOOK_ROTATION = timedelta(days=1)
"""For how long notices are signed with the secret before, too, after a new one was made."""
WEBHOOK_DAYS = 30
"""For how many days a notice that has ended is listed, and a dead one can be sent again."""

# Retrievals

MAX_STALE_DAYS = 36_500
"""The largest number of days after which a project may call its sources stale: a century."""
MAX_ANSWER_CHARS = 100_000
"""How long an answer may be for its source line to be read; a longer one is not verified."""
MAX_SEARCHED_CHUNK_CHARS = 200_000
"""How much text of the first chunks of a retrieval its page searches, in half a second; the command searches all."""
MAX_FOUND_CHUNKS = 20
"""How many chunks such a search finds at most: more than a model is given."""
MAX_TIPS_CHARS = 5_000
"""How long the tips for such a search may be: a page or two."""
MAX_EVALUATED_ANSWERS = 200
"""How many of the newest answers of a period its page evaluates, in a second; the command evaluates all of them."""

# What is handed out, and the audit

MAX_BUNDLE_RECORDS = 20_000
"""How many records a bundle made on a page may have: more keep a worker busy. The command has no limit."""
MAX_BUNDLE_ENTRIES = 3_000
"""How many entries a list may have for a bundle of it to be made on a page: they are counted before all else."""
MAX_BUNDLE_CHARS = 50_000_000
"""How many characters of messages such a bundle may have."""
MAX_RECORDS_AT_ONCE = 1_000
"""Up to how many records a bundle is made within a request; a job makes a larger one."""
MAX_RECORD_CHARS_AT_ONCE = 1_000_000
"""Up to how many characters of messages a bundle is made within a request."""
MAX_EVENTS_AT_ONCE = 500
"""Up to how many events a store is audited within a request: a job audits more."""
CLOCK_TOLERANCE = timedelta(minutes=10)
"""How far the time of a row may be from that of its event, which is taken after it and may have to wait for others."""
CHECKPOINT_EVERY = 1_000
"""After how many events a checkpoint is made."""

# Running it

MIN_SECRET_KEY_CHARS = 50
"""The minimum length of the secret key when other machines are served, as Django requires."""
DATABASE_WAIT = timedelta(seconds=20)
"""How long to wait for a busy SQLite, before a person sees an error."""
HSTS_SECONDS = 30 * 24 * 60 * 60
"""For how long browsers use https only, once they have used it."""
SERVED_THREADS = 4
"""How many requests each process of the server of a team answers at a time: while one waits, another computes."""
SERVED_REQUESTS = 2_000
"""After about how many requests such a process is replaced, which bounds what it may have kept."""
SERVER_TIMEOUT = timedelta(seconds=60)
"""After how long without a sign of life such a process is killed; a slow request is none, others go on beside it."""
SERVER_GRACE = timedelta(seconds=30)
"""How long requests have to end when the server does: longer than they wait for a busy database."""
MAX_MEASURED = 100_000
"""How far the measures of a server count failed quotes: enough to see a heap of them grow, at a bounded cost."""
