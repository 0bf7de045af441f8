#!/usr/bin/env python3
"""manuals.py PATHFAN FOLDER - manual pages and completion, made of what PATHFAN says of itself.

FOLDER gets what a prefix has in share/: man/man1/pathfan.1 and one page for each command,
bash-completion/completions/pathfan, zsh/site-functions/_pathfan and
fish/vendor_completions.d/pathfan.fish. So a help text is written once, in the command; how these
look, lines that begin with two spaces and a dash, is held by tests/cli."""

import os
import re
import subprocess
import sys

OPTION = re.compile(r"^  (?:-(?P<short>\w), )?(?P<long>--[a-z][\w-]*)(?: (?P<value>[A-Z]\S*))?(?:  +(?P<says>.*))?$")
CHOICES = re.compile(r"\b((?:[a-z]+, )*[a-z]+ or [a-z]+)\b")


def ask(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


class Command:
    """A command as its help tells it."""

    def __init__(self, program, name, says):
        self.name, self.says = name, says
        self.help = ask(program, name, "--help")
        self.options = []  # (short, long, value, first line of what it says)
        for line in self.help.splitlines():
            found = OPTION.match(line)
            if found:
                self.options.append([found["short"], found["long"], found["value"], found["says"] or ""])
            elif self.options and line.startswith(" " * 15) and not self.options[-1][3]:
                self.options[-1][3] = line.strip()


def commands_of(program):
    for line in ask(program, "help").splitlines():
        found = re.match(r"^  ([a-z][\w-]*)  +(.*)$", line)
        if found and found[1] != "help" and not found[2].startswith("("):
            yield Command(program, found[1], found[2])


# ---- Manual pages ----

def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def page(title, name, says, text, version):
    """The text as it is: columns are part of it."""
    lines = [f'.TH {title.upper()} 1 "" "pathfan {version}" "User Commands"', ".SH NAME",
             f"{roff(name)} \\- {roff(says)}", ".SH DESCRIPTION", ".nf"]
    lines += [roff(line) for line in text.rstrip().splitlines()]
    return "\n".join([*lines, ".fi", ""])


def write_manuals(program, commands, folder):
    version = ask(program, "--version").split()[1]
    text = ask(program, "help")
    see = "\nsee also: " + ", ".join(f"pathfan-{c.name}(1)" for c in commands)
    write(f"{folder}/man/man1/pathfan.1",
          page("pathfan", "pathfan", "find k good, different paths around obstacles", text + see, version))
    for c in commands:
        write(f"{folder}/man/man1/pathfan-{c.name}.1",
              page(f"pathfan-{c.name}", f"pathfan-{c.name}", c.says, c.help + "\nsee also: pathfan(1)", version))


# ---- Completion ----

def choices_of(option):
    """Words that an option takes, where its help lists them: "cdt, merged or rectangles"."""
    found = CHOICES.search(option[3])
    if not option[2] or not found or "," not in found[1] and option[2] not in ("E", "KIND", "S", "LAW"):
        return []
    return re.split(r", | or ", found[1])


def bash(commands):
    cases = "".join(f'    {c.name}) words="{" ".join(o[1] for o in c.options)}" ;;\n' for c in commands)
    return f"""# pathfan's commands and options, for bash.
_pathfan() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words="" command=${{COMP_WORDS[1]}}
  if [ "$COMP_CWORD" = 1 ]; then
    COMPREPLY=($(compgen -W "{' '.join(c.name for c in commands)} help --version" -- "$word"))
    return
  fi
  case $command in
{cases}    help) words="{' '.join(c.name for c in commands)}" ;;
  esac
  if [[ $word == -* || $command == help ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  else
    compopt -o filenames 2>/dev/null
    COMPREPLY=($(compgen -f -- "$word"))
  fi
}}
complete -F _pathfan pathfan
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(commands):
    def spec(option):
        short, name, value, says = option
        says = re.sub(r"[\[\]:]", " ", says)
        end = f":{value}:({' '.join(choices_of(option))})" if choices_of(option) else f":{value}:_files" if value else ""
        return f"      {quoted(f'{name}[{says}]{end}')}"

    described = "\n".join(f"    {quoted(f'{c.name}:{c.says}')}" for c in commands)
    cases = "\n".join(f"    {c.name})\n      _arguments \\\n" + " \\\n".join(map(spec, c.options)) +
                      " \\\n      '*:file:_files' ;;" for c in commands)
    return f"""#compdef pathfan
# pathfan's commands and options, for zsh.
_pathfan() {{
  local -a commands
  commands=(
{described}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{cases}
  esac
}}
_pathfan "$@"
"""


def fish(commands):
    def said(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    lines = ["# pathfan's commands and options, for fish."]
    for c in commands:
        lines.append(f"complete -c pathfan -n __fish_use_subcommand -f -a {c.name} -d {said(c.says)}")
        for option in c.options:
            short, name, value, says = option
            line = f"complete -c pathfan -n '__fish_seen_subcommand_from {c.name}' -l {name[2:]} -d {said(says)}"
            if short:
                line += f" -s {short}"
            if value:
                line += " -r"
            if choices_of(option):
                line += f" -f -a '{' '.join(choices_of(option))}'"
            lines.append(line)
    return "\n".join(lines) + "\n"


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    commands = list(commands_of(program))
    write_manuals(program, commands, folder)
    write(f"{folder}/bash-completion/completions/pathfan", bash(commands))
    write(f"{folder}/zsh/site-functions/_pathfan", zsh(commands))
    write(f"{folder}/fish/vendor_completions.d/pathfan.fish", fish(commands))


if __name__ == "__main__":
    main()
