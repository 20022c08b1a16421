/* SPDX-License-Identifier: MIT */
/* Requests: one table. */
#include "dap/dap.h"

#include <stdlib.h>
#include <string.h>

#include "dap/dap_parts.h"
#include "message.h"

/* ---- Arguments ---- */

const char *dap_text(const json_t *arguments, const char *name) {
    return json_string_value(json_get(arguments, name));
}

int64_t dap_number(const json_t *arguments, const char *name, int64_t other) {
    const json_t *value = json_get(arguments, name);
    return json_is_integer(value) ? json_integer_value(value) : other;
}

bool dap_truth(const json_t *arguments, const char *name) {
    return json_is_true(json_get(arguments, name));
}

/* ---- Messages ---- */

static void send(Dap *d, json_t *message) {
    json_set(message, "seq", json_integer(++d->sent));
    if (!d->unheard && !wire_write(&d->wire, message))
        d->unheard = d->over = true;
}

void dap_event(Dap *d, const char *name, json_t *body) {
    json_t *event = json_pack("{s:s, s:s}", "type", "event", "event", name);
    if (body != NULL)
        json_set(event, "body", body);
    send(d, event);
}

/* ---- Requests ---- */

static json_t *do_nothing(Dap *d, const json_t *arguments, const char **wrong) {
    (void)d, (void)arguments, (void)wrong;
    return NULL;
}

static json_t *do_terminate(Dap *d, const json_t *arguments,
                            const char **wrong) {
    (void)arguments, (void)wrong;
    d->pausing = true;
    dap_finish(d);
    return NULL;
}

static json_t *do_disconnect(Dap *d, const json_t *arguments,
                             const char **wrong) {
    (void)arguments, (void)wrong;
    d->pausing = d->over = true;
    return NULL;
}

static const struct {
    const char *command;
    DapHandler *handler;
    bool launched; /* needs a program */
} requests[] = {
    {"initialize", dap_initialize, false},
    {"launch", dap_launch, false},
    {"configurationDone", dap_configured, true},
    {"setBreakpoints", dap_set_lines, true},
    {"setFunctionBreakpoints", dap_set_procedures, true},
    {"setExceptionBreakpoints", do_nothing, false},
    {"dataBreakpointInfo", dap_data_info, true},
    {"setDataBreakpoints", dap_set_data, true},
    {"threads", dap_threads, false},
    {"stackTrace", dap_stack, true},
    {"scopes", dap_scopes, true},
    {"variables", dap_variables, true},
    {"evaluate", dap_evaluate, true},
    {"exceptionInfo", dap_exception, true},
    {"source", dap_source, true},
    {"continue", dap_continue, true},
    {"next", dap_next, true},
    {"stepIn", dap_step_in, true},
    {"stepOut", dap_step_out, true},
    {"stepBack", dap_step_back, true},
    {"reverseContinue", dap_reverse, true},
    {"pause", dap_pause, true},
    {"terminate", do_terminate, false},
    {"disconnect", do_disconnect, false},
};

static json_t *handle(Dap *d, const char *command, const json_t *arguments,
                      const char **wrong) {
    for (size_t k = 0; k < sizeof requests / sizeof *requests; k++)
        if (strcmp(command, requests[k].command) == 0) {
            if (!requests[k].launched || d->launched)
                return requests[k].handler(d, arguments, wrong);
            *wrong = MSG_NOT_LAUNCHED();
            return NULL;
        }
    *wrong = MSG_NO_REQUEST();
    return NULL;
}

static void respond(Dap *d, const json_t *request, const char *command) {
    const char *wrong = NULL;
    json_t *body = handle(d, command, json_get(request, "arguments"), &wrong);
    json_t *response =
        json_pack("{s:s, s:I, s:s, s:b}", "type", "response", "request_seq",
                  (json_int_t)dap_number(request, "seq", 0), "command", command,
                  "success", wrong == NULL);
    if (wrong != NULL) {
        json_decref(body);
        body = json_pack("{s:{s:i, s:o, s:b}}", "error", "id", 1, "format",
                         wire_text(wrong, strlen(wrong)), "showUser", 1);
        json_set(response, "message", wire_text(wrong, strlen(wrong)));
    }
    if (body != NULL)
        json_set(response, "body", body);
    send(d, response);
    if (wrong == NULL && strcmp(command, "launch") == 0)
        dap_event(d, "initialized", NULL);
}

void dap_serve_one(Dap *d) {
    json_t *message;
    const WireGot got = wire_read(&d->wire, &message);
    if (got == WIRE_MESSAGE) {
        const char *command = dap_text(message, "command");
        if (command != NULL)
            respond(d, message, command);
        json_decref(message);
    } else {
        d->broken = got == WIRE_BROKEN;
        d->pausing = d->over = got != WIRE_NO_JSON;
    }
}

Dap *dap_begin(const Options *o, int in, int out) {
    Dap *d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    d->options = o;
    d->input = -1;
    d->base = 1;
    wire_open(&d->wire, in, out);
    return d;
}

bool dap_take(Dap *d) {
    dap_serve_one(d);
    while (d->way.wanted && !d->over)
        dap_go(d);
    return !d->over;
}

int dap_end(Dap *d) {
    dap_close(d);
    const int status =
        d->broken ? message_usage("dap", MSG_EDITOR_INPUT(d->wire.wrong)) : 0;
    wire_close(&d->wire);
    free(d);
    return status;
}

int dap_serve(const Options *o, int in, int out) {
    Dap *d = dap_begin(o, in, out);
    if (d == NULL)
        return message_memory(o->style);
    while (dap_take(d))
        ;
    return dap_end(d);
}
