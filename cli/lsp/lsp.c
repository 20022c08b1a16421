/* SPDX-License-Identifier: MIT */
/* Messages of an editor come one by one; what is wrong with its texts is sent
 * when no other waits. */
#include "lsp/lsp.h"

#include <stdlib.h>
#include <string.h>

#include "lsp/lsp_parts.h"
#include "message.h"

/* Codes of the protocol. */
enum {
    NOT_JSON = -32700,
    INVALID_REQUEST = -32600,
    NO_SUCH_METHOD = -32601,
    INVALID_PARAMS = -32602,
    NOT_INITIALIZED = -32002,
    REFUSED = -32803
};

typedef enum State { NEW, READY, SHUT, ENDED, CUT_OFF } State;

struct LspServer {
    Wire wire;
    Documents documents;
    State state;
    WireGot got; /* the last message */
    bool broken; /* no one reads any more, or there is no memory */
};

static void send(LspServer *s, json_t *message) {
    if (message == NULL || !wire_write(&s->wire, message))
        s->broken = true;
}

static void notify(LspServer *s, const char *method, json_t *params) {
    send(s, json_pack("{ssssso}", "jsonrpc", "2.0", "method", method, "params",
                      params));
}

static void send_result(LspServer *s, json_t *id, json_t *result) {
    send(s, json_pack("{sssOso}", "jsonrpc", "2.0", "id", id, "result",
                      result != NULL ? result : json_null()));
}

static void send_error(LspServer *s, json_t *id, int code, const char *text) {
    json_t *error =
        json_pack("{siso}", "code", code, "message", lsp_text(text));
    send(s,
         json_pack("{sssoso}", "jsonrpc", "2.0", "id",
                   id != NULL ? json_incref(id) : json_null(), "error", error));
}

/* ---- Requests about a document ---- */

static const struct {
    const char *method;
    LspAnswer *result;
} requests[] = {
    {"textDocument/hover", lsp_hover},
    {"textDocument/completion", lsp_complete},
    {"textDocument/signatureHelp", lsp_signature},
    {"textDocument/definition", lsp_definition},
    {"textDocument/references", lsp_references},
    {"textDocument/documentHighlight", lsp_highlight},
    {"textDocument/prepareRename", lsp_may_rename},
    {"textDocument/rename", lsp_rename},
    {"textDocument/documentSymbol", lsp_outline},
    {"textDocument/semanticTokens/full", lsp_tokens},
    {"textDocument/codeLens", lsp_lenses},
    {"textDocument/inlayHint", lsp_hints},
    {"textDocument/foldingRange", lsp_folds},
    {"textDocument/selectionRange", lsp_selections},
    {"textDocument/codeAction", lsp_fixes},
    {"textDocument/formatting", lsp_format},
};

static Document *document_of(const LspServer *s, const json_t *params) {
    const json_t *document = json_get(params, "textDocument");
    return document_find(&s->documents,
                         json_string_value(json_get(document, "uri")));
}

/* False if this is no request about a document. */
static bool about_document(LspServer *s, json_t *id, const char *method,
                           const json_t *params) {
    size_t k = 0;
    const size_t n = sizeof requests / sizeof *requests;
    while (k < n && strcmp(requests[k].method, method) != 0)
        k++;
    if (k == n)
        return false;
    Document *d = document_of(s, params);
    if (d == NULL) {
        send_error(s, id, INVALID_PARAMS, "the document is not open");
        return true;
    }
    Request r = {.document = d,
                 .symbols = document_symbols(d),
                 .params = params,
                 .at = lines_offset(&d->lines, json_get(params, "position"))};
    json_t *result = r.symbols != NULL ? requests[k].result(&r) : NULL;
    if (r.wrong != NULL)
        send_error(s, id, REFUSED, r.wrong);
    else
        send_result(s, id, result);
    return true;
}

/* ---- The session ---- */

static json_t *names(const char *const *name) {
    json_t *all = json_array();
    for (; *name != NULL; name++)
        json_append(all, json_string(*name));
    return all;
}

/* Those that need no more words. */
static const char *const provided[] = {
    "hoverProvider",          "definitionProvider",
    "referencesProvider",     "documentHighlightProvider",
    "documentSymbolProvider", "documentFormattingProvider",
    "inlayHintProvider",      "foldingRangeProvider",
    "selectionRangeProvider", "workspaceSymbolProvider"};

static json_t *capabilities(void) {
    json_t *all = json_pack(
        "{s{sbsis{sb}} s{s[ss]} s{s[ss]s[s]} s{sb} s{s{soso}sb} s{sb} s{s[s]}}",
        "textDocumentSync", "openClose", 1, "change", 2, "save", "includeText",
        0, "completionProvider", "triggerCharacters", ".", "(",
        "signatureHelpProvider", "triggerCharacters", "(", ",",
        "retriggerCharacters", ")", "renameProvider", "prepareProvider", 1,
        "semanticTokensProvider", "legend", "tokenTypes",
        names(lsp_token_kinds), "tokenModifiers", names(lsp_token_marks),
        "full", 1, "codeLensProvider", "resolveProvider", 0,
        "codeActionProvider", "codeActionKinds", "quickfix");
    for (size_t k = 0; k < sizeof provided / sizeof *provided; k++)
        json_set(all, provided[k], json_true());
    return all;
}

static json_t *initialize(LspServer *s) {
    s->state = READY;
    return json_pack("{sos{ssss}}", "capabilities", capabilities(),
                     "serverInfo", "name", "star", "version", STAR_VERSION);
}

static void request(LspServer *s, json_t *id, const char *method,
                    const json_t *params) {
    if (s->state == NEW && strcmp(method, "initialize") == 0) {
        send_result(s, id, initialize(s));
    } else if (s->state == NEW) {
        send_error(s, id, NOT_INITIALIZED, "initialize comes first");
    } else if (s->state == SHUT || strcmp(method, "initialize") == 0) {
        send_error(s, id, INVALID_REQUEST, method);
    } else if (strcmp(method, "shutdown") == 0) {
        s->state = SHUT;
        send_result(s, id, NULL);
    } else if (strcmp(method, "workspace/symbol") == 0) {
        send_result(s, id, lsp_workspace(&s->documents, params));
    } else if (!about_document(s, id, method, params)) {
        send_error(s, id, NO_SUCH_METHOD, method);
    }
}

/* ---- Texts ---- */

static void opened(LspServer *s, const json_t *params) {
    const json_t *item = json_get(params, "textDocument");
    const json_t *text = json_get(item, "text");
    const char *uri = json_string_value(json_get(item, "uri"));
    if (uri == NULL || !json_is_string(text))
        return;
    Document *d = document_open(&s->documents, uri, json_string_value(text),
                                json_string_length(text));
    if (d != NULL)
        d->version = json_integer_value(json_get(item, "version"));
    s->broken |= d == NULL;
}

static void changed(LspServer *s, const json_t *params) {
    const json_t *changes = json_get(params, "contentChanges");
    Document *d = document_of(s, params);
    for (size_t k = 0; d != NULL && k < json_size(changes); k++)
        s->broken |= !document_change(d, json_at(changes, k));
    if (d != NULL)
        d->version = json_integer_value(
            json_get(json_get(params, "textDocument"), "version"));
}

/* An editor shows no messages about a text that it does not show. */
static void closed(LspServer *s, const json_t *params) {
    Document *d = document_of(s, params);
    if (d == NULL)
        return;
    notify(s, "textDocument/publishDiagnostics",
           json_pack("{ssso}", "uri", d->uri, "diagnostics", json_array()));
    document_close(&s->documents, d);
}

/* Files may have changed, which some text uses as units. */
static void stored(LspServer *s) {
    for (Document *d = s->documents.first; d != NULL; d = d->next)
        document_forget(d);
}

static void notification(LspServer *s, const char *method,
                         const json_t *params) {
    if (strcmp(method, "exit") == 0)
        s->state = s->state == SHUT ? ENDED : CUT_OFF;
    else if (s->state != READY)
        return;
    else if (strcmp(method, "textDocument/didOpen") == 0)
        opened(s, params);
    else if (strcmp(method, "textDocument/didChange") == 0)
        changed(s, params);
    else if (strcmp(method, "textDocument/didClose") == 0)
        closed(s, params);
    else if (strcmp(method, "textDocument/didSave") == 0 ||
             strcmp(method, "workspace/didChangeWatchedFiles") == 0)
        stored(s);
}

static void publish(LspServer *s) {
    for (Document *d = s->documents.first; d != NULL; d = d->next)
        if (d->stale) {
            d->stale = false;
            notify(s, "textDocument/publishDiagnostics", lsp_diagnostics(d));
        }
}

/* ---- All messages ---- */

static void take(LspServer *s, const json_t *message) {
    json_t *id = json_get(message, "id");
    const char *method = json_string_value(json_get(message, "method"));
    const json_t *params = json_get(message, "params");
    if (method == NULL && id == NULL)
        send_error(s, NULL, INVALID_REQUEST, "the message has no method");
    else if (method != NULL && id != NULL)
        request(s, id, method, params);
    else if (method != NULL) /* else it is a response */
        notification(s, method, params);
}

LspServer *lsp_begin(const Options *o, int in, int out) {
    LspServer *s = calloc(1, sizeof *s);
    if (s == NULL)
        return NULL;
    s->documents.options = o;
    wire_open(&s->wire, in, out);
    return s;
}

bool lsp_take(LspServer *s) {
    json_t *message;
    s->got = wire_read(&s->wire, &message);
    if (s->got == WIRE_NO_JSON)
        send_error(s, NULL, NOT_JSON, s->wire.wrong);
    if (s->got == WIRE_MESSAGE) {
        take(s, message);
        json_decref(message);
    }
    if (s->got == WIRE_END || s->got == WIRE_BROKEN || s->broken ||
        s->state >= ENDED)
        return false;
    if (!wire_waits(&s->wire))
        publish(s);
    return true;
}

/* That the input ends before the editor says so is an error. */
int lsp_end(LspServer *s) {
    const int status =
        s->got == WIRE_BROKEN
            ? message_usage("lsp", MSG_EDITOR_INPUT(s->wire.wrong))
            : s->state != ENDED;
    while (s->documents.first != NULL)
        document_close(&s->documents, s->documents.first);
    wire_close(&s->wire);
    free(s);
    return status;
}

int lsp_serve(const Options *o, int in, int out) {
    LspServer *s = lsp_begin(o, in, out);
    if (s == NULL)
        return message_memory(o->style);
    while (lsp_take(s))
        ;
    return lsp_end(s);
}
