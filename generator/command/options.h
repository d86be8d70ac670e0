/* SPDX-License-Identifier: MIT
 *
 * The table of commands and options, templates/report/usage.tpl: "=run SPEC"
 * begins a command; the line below has the names of its options, "@ every
 * json"; "@spec" among them means those of "=@spec name map".  "=--number -n N
 * whole 1 20" begins an option: its letter, if it has one, its argument and
 * kind, unless it is a switch; the kind's least and most.
 */
#pragma once

#include "command/command.h"

enum kind {
    FLAG,
    WORD,     /* a text that is not empty */
    TEXT,     /* any */
    LIST,     /* words, one by one */
    CALL,     /* a word; as a list where the command takes several */
    POSITIVE, /* an expression of constants */
    SIGNED,   /* the same, of commands that go back also negative */
    WHOLE,    /* from `least` to `most` */
    CHOICE,   /* one of the argument's words */
    SETTING,  /* NAME=VALUE, one by one */
    TIMES,
    FILES,
    PARTS,
    SHARD,
    PICTURE
};
struct option {
    char name[24], letter[4], argument[24];
    enum kind kind;
    long least, most;
};

/* The row after this place, or the first one (NULL); NULL after the last. */
const char *option_row(const char *at, struct option *);
/* Adds the names of the options of a command, or of a group, "@spec". */
void option_names(char names[NAMES_ROOM], const char *name);
/* The operands of a command. */
struct operands {
    char text[64];
};
struct operands option_operands(const char *command);
