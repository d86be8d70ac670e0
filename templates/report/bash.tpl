% -- polhode help bash: the completion script for bash.  C passes the commands
% -- with their operands and options; the script asks polhode for the names of the
% -- shelf at each completion, so that they include those of the user's folders.
%
% -- The kind of completion for the argument of an operand or an option.
% local kinds = { SPEC = "specs", FILE = "files", DIR = "folders", KIND = "kinds", COMMAND = "watched",
%   ["[NAME]"] = "examples", ["NAME|CALL|FILE"] = "tableaus", ["NAME|SPEC|CALL"] = "names" }
% local of_option = { method = "methods", beside = "methods", attitude = "calls attitudes", map = "calls maps",
%   target = "calls targets", with = "parts main dossier test python kernel", without = "parts interp access stepper" }
%
% local function kind_of(word)
%   local bare = string.replace(string.replace(word, "[", ""), "]", "")
%   local is_choice = #bare > 1 and string.find(bare, "|") and string.lower(bare) == bare
%   return bare == "..." and bare or kinds[word] or kinds[bare] or is_choice and "words " .. string.replace(bare, "|", " ")
% end
%
% local function of_operands(text)
%   local all = {}
%   for _, word in ipairs(string.split(text, " ")) do
%     local kind = kind_of(word)
%     all[#all + 1] = kind and "'" .. kind .. "'" or nil
%   end
%   return table.concat(all, " ")
% end
%
% local commands, watched, with_value = {}, {}, {}
% for i, command in ipairs(report.commands) do
%   local operands = command.operands
%   local reads = string.find(operands, "SPEC") or string.find(operands, "FILE")
%   commands[i] = command.name
%   watched[#watched + 1] = reads and command.name ~= "list" and command.name ~= "watch" and command.name or nil
% end
% for _, option in ipairs(report.options) do
%   with_value[#with_value + 1] = option.argument and "--" .. option.name
% end
% local all_commands = table.concat(commands, " ")
# Completion for bash of polhode {{report.version}}, by polhode help bash.

# Fills `words`, or COMPREPLY with files: _polhode_offer KIND [WORD ...]
_polhode_offer() {
    local kind=$1 before= inside
    shift
    case $kind in
    words) words=("$@") ;;
    parts) # the last part of a list with commas
        [[ $bare != *,* ]] || before=${bare%,*},
        words=("${@/#/$before}")
        ;;
    files | folders | specs)
        compopt -o filenames 2>/dev/null
        quote=readline # readline quotes
        [[ $kind == files ]] || mapfile -t COMPREPLY < <(compgen -d -- "$bare")
        [[ $kind != files ]] || mapfile -t COMPREPLY < <(compgen -f -- "$bare")
        [[ $kind != specs ]] || mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -X '!*.pol' -- "$bare")
        ;;
    calls) mapfile -t words < <("$polhode" list "$@" --calls "${shelf[@]}" 2>/dev/null) ;;
    methods) # also rkmk of any tableau, a composition of any method
        _polhode_offer calls methods
        [[ $bare == *\(* ]] || return
        inside=("${words[@]}") words=()
        if [[ $bare == rkmk* ]]; then
            _polhode_offer calls tableaus
        elif [[ ${inside[*]} == *"${bare%%(*}(sej)"* ]]; then
            words=("${inside[@]}")
        fi
        words=("${words[@]/#/${bare%%(*}(}")
        words=("${inside[@]}" "${words[@]/%/)}")
        ;;
    tableaus)
        _polhode_offer files
        _polhode_offer calls tableaus
        ;;
    names)
        [[ $first != methods ]] || _polhode_offer specs # of --cost
        mapfile -t words < <("$polhode" list "$first" --calls "${shelf[@]}" 2>/dev/null | cut -d'(' -f1 | uniq)
        ;;
    kinds) words=(tableaus compositions methods maps attitudes targets) ;;
    examples) mapfile -t words < <("$polhode" example | sed -n 's/^  \([^ ]*\) .*/\1/p') ;;
    commands) words=({{all_commands}} help) ;;
    watched) words=({{table.concat(watched, " ")}}) ;;
    esac
}

# Sets `by` to the completion of an option's value.
_polhode_value() {
    case $1 in
% for _, option in ipairs(report.options) do
%   local by = option.argument and (of_option[option.name] or kind_of(option.argument))
%?by?    {{option.brief and "-" .. string.sub(option.name, 1, 1) .. " | " or ""}}--{{option.name}}) by='{{by}}' ;;
% end
    *) by=words ;;
    esac
}

# Sets the options and operands of a command.
_polhode_command() {
    options=(--help)
    case $1 in
    '') operands=(commands) options+=(--version) ;;
    help) operands=('words {{all_commands}} man bash') options=() ;;
% for _, command in ipairs(report.commands) do
%   local options = ""
%   for _, name in ipairs(string.split(command.options, " ")) do
%     options = options .. (name ~= "" and " --" .. name or "")
%   end
    {{command.name}}) operands=({{of_operands(command.operands)}}) options+=({{options}} ) ;;
% end
    esac
}

_polhode() {
    local IFS=$' \t\n' polhode=${COMP_WORDS[0]/#\~\//${HOME-}/} values=' -o {{table.concat(with_value, " ")}} '
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} bare quote= word
    local command= first= by= i n=0 watched= shelf=() words=() options=() operands=()
    # bash splits "--step=1" into three words
    if [[ $cur == = ]]; then
        cur=
    elif [[ $prev == = ]]; then
        prev=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $cur in
    [\'\"]*) quote=${cur:0:1} bare=${cur:1} ;;
    *) bare=${cur//\\/} ;;
    esac
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $values == *" $word "* ]]; then
            [[ ${COMP_WORDS[i + 1]-} != = ]] || ((i++))
            ((i++))
            if [[ $word == --shelf ]]; then
                word=${COMP_WORDS[i]//[\'\"\\]/}
                shelf+=(--shelf "${word/#\~\//${HOME-}/}")
            fi
        elif [[ $word == -?* || $word == = ]]; then
            :
        elif [[ -z $command ]]; then
            command=$word
        elif [[ $command == watch && $n -eq 1 ]]; then
            command=$word n=0 watched=yes
        else
            first=${first:-$word}
            ((n++))
        fi
    done
    [[ $command != watch || $n -eq 0 || $cur != -* ]] || command=order
    _polhode_command "$command"
    if [[ $values == *" $prev "* ]]; then
        _polhode_value "$prev"
    elif [[ $cur == -* ]]; then
        words=("${options[@]}")
    else
        # "..." repeats the operand before it
        [[ ${operands[*]} != *... || $n -lt $((${#operands[@]} - 1)) ]] || n=$((${#operands[@]} - 2))
        by=${operands[n]-}
        [[ -n $by && ($by != specs || -z $watched) ]] || by="words ${options[*]}"
    fi
    [[ -z $by ]] || _polhode_offer $by
    for word in "${words[@]}"; do
        [[ $word == "$bare"* ]] || continue
        if [[ -z $quote ]]; then
            printf -v word %q "$word"
            word=${word//=/\\=} word=${word//\\,/,}
        fi
        COMPREPLY+=("$word")
    done
}
complete -F _polhode polhode
