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

OPTION = re.compile(r"^  (?:-(?P<short>\w), )?(?P<long>--[a-z][\w-]*)(?: (?P<value>[A-Z]\S*))?(?: +(?P<says>.*))?$")
CHOICES = re.compile(r"(?:^|: )((?:[a-z]+, )*[a-z]+ or [a-z]+)(?= \(|[;.]|$)")  # : cdt, merged or rectangles (merged)
DEFINED = re.compile(r"(?:^|; )([a-z]+)(?=[:;,])")                  # cdt: triangles; merged: larger ones


def ask(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


class Option:
    """An option in a help text: -short, --long, and the VALUE that it takes, or None."""

    def __init__(self, found):
        self.short, self.long, self.value = found["short"], found["long"], found["value"]
        self.lines = [found["says"]] if found["says"] else []

    @property
    def names(self):
        return ([f"-{self.short}"] if self.short else []) + [self.long]

    @property
    def says(self):
        """The first line, which usually suffices."""
        return self.lines[0] if self.lines else ""

    @property
    def is_repeated(self):
        return "may be repeated" in " ".join(self.lines)

    @property
    def takes(self):
        """The completions of its value: "files", "folders", a list of words, or None."""
        if self.value in ("FILE", "INDEX", "MAP"):
            return "files"
        if self.value in ("DIR", "FOLDER"):
            return "folders"
        text = " ".join(self.lines)
        found = CHOICES.search(text)
        if found and self.value:
            return re.split(", | or ", found[1])
        return DEFINED.findall(text) if self.value == "KIND" else None


class Command:
    """A command, from its help text."""

    def __init__(self, program, name, says):
        self.name, self.says = name, says
        self.help = ask(program, name, "--help")
        self.options = []
        for line in self.help.splitlines():
            found = OPTION.match(line)
            if found:
                self.options.append(Option(found))
            elif self.options and line.startswith(" " * 15):
                self.options[-1].lines.append(line.strip())


def commands_of(program):
    for line in ask(program, "help").splitlines():
        found = re.match(r"^  ([a-z][\w-]*)  +(.*)$", line)
        if found and found[1] != "help" and not found[2].startswith("("):
            yield Command(program, found[1], found[2])


# ---- Manual pages ----

USAGE = re.compile(r"^(?:usage:|      ) (?=pathfan\b)")
EXIT = re.compile(r"(\d) (.*?)(?=; \d |; see also|$)")
TABLE = re.compile(r"^  ([a-z][\w-]*)  +(.*)$")  # of the commands


def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + text if text[:1] == "." else text


def marked(text):
    """Text with options and names of values, as in the synopsis, in bold and italics."""
    def mark(found):
        return rf"\fB{roff(found[0])}\fR" if found[0][0] == "-" else rf"\fI{found[0]}\fR"

    parts = re.split(r"((?<![\w-])--?[a-z][\w-]*|(?<![\w-])[A-Z][A-Z,]*(?![\w-]))", text)
    return "".join(mark(re.match(".*", part)) if n % 2 else roff(part) for n, part in enumerate(parts))


def literal(lines):
    return [".PP", ".nf", ".RS 4", *(roff(line[2:]) for line in lines), ".RE", ".fi"]


class Manual:
    """The sections of a help text, each a list of lines of roff. Its paragraphs are the usage, what
    comes before the first option, options under headings that end in a colon, examples, exit codes."""

    def __init__(self, text):
        self.synopsis, self.description, self.options, self.examples, self.exits = [], [], [], [], {}
        for block in re.split(r"\n\n+", text.rstrip()):
            self.take(block.splitlines())

    def take(self, lines):
        if lines[0].startswith("usage:"):
            while lines and USAGE.match(lines[0]):
                name, _, rest = USAGE.sub("", lines.pop(0)).partition(" ")
                command = re.match(r"[a-z][\w-]*", rest)
                if command:
                    name, rest = f"{name} {command[0]}", rest[command.end():].strip()
                self.synopsis += [".br", rf"\fB{roff(name)}\fR {marked(rest)}"]
            if lines:
                self.take(lines)
        elif lines[0] in ("example:", "examples:"):
            self.examples += literal(lines[1:])
        elif lines[0].startswith("exit codes:"):
            said = " ".join(line.strip() for line in lines)
            self.exits = dict(EXIT.findall(said.partition(":")[2]))
        elif self.options or any(OPTION.match(line) for line in lines):
            self.take_options(lines)
        else:
            self.description.append(".PP")
            for line in lines:
                found = TABLE.match(line)
                self.description += [".TP", rf"\fB{roff(found[1])}\fR", roff(found[2])] if found else [marked(line.strip())]

    def take_options(self, lines):
        begun = False  # a paragraph
        for n, line in enumerate(lines):
            found = OPTION.match(line)
            if n == 0 and line.endswith(":") and not line.startswith(" "):
                self.options += [".SS " + roff(line[:-1].capitalize())]
            elif found:
                value, says = found["value"], found["says"] or ""
                fixed = re.match(r"([a-z]+)  +(.*)$", says)  # --project local
                if fixed and not value:
                    value, says = fixed.groups()
                names = ", ".join(rf"\fB{roff(name)}\fR" for name in ([f"-{found['short']}"] if found["short"] else []) + [found["long"]])
                self.options += [".TP", names + (rf" \fI{roff(value)}\fR" if value else "")]
                self.options += [roff(says)] if says else []
                begun = True
            else:
                self.options += [*([] if begun else [".PP"]), roff(line.strip())]
                begun = True


def page(name, says, manual, exits, see, version):
    """Returns a manual page. exits: the codes of all commands, which a command may say better."""
    lines = [f'.TH {name.upper()} 1 "" "pathfan {version}" "User Commands"', ".SH NAME", f"{roff(name)} \\- {roff(says)}"]
    codes = {**exits, **manual.exits}
    status = [line for code in sorted(codes) for line in (".TP", rf"\fB{code}\fR", roff(codes[code]))]
    pages = [rf".BR {roff(other)} (1)" + ("," if n + 1 < len(see) else "") for n, other in enumerate(see)]
    for title, section in [("SYNOPSIS", manual.synopsis), ("DESCRIPTION", manual.description), ("OPTIONS", manual.options),
                           ("EXIT STATUS", status), ("EXAMPLES", manual.examples), ("SEE ALSO", pages)]:
        lines += [f".SH {title}", *section[section[:1] in ([".PP"], [".br"]):]] if section else []
    return "\n".join([*lines, ""])


def write_manuals(program, commands, folder):
    version = ask(program, "--version").split()[1]
    general = Manual(ask(program, "help"))
    names = [f"pathfan-{c.name}" for c in commands]
    write(f"{folder}/man/man1/pathfan.1",
          page("pathfan", "find k good, different paths around obstacles", general, {}, names, version))
    for name, c in zip(names, commands):
        manual = Manual(c.help)
        near = [other for other in ["pathfan", *names] if other != name and
                (other == "pathfan" or re.search(rf"\b{other[8:]}\b", c.help) or c.name in ("query", "build-index"))]
        write(f"{folder}/man/man1/{name}.1", page(name, c.says, manual, general.exits, near, version))


# ---- Completion ----

def bash(commands):
    names = " ".join(c.name for c in commands)
    words, nothing, folders, files, options = [], [], [], [], []
    for c in commands:
        options.append(f'      {c.name}) words="{" ".join(n for o in c.options for n in o.names)}" ;;\n')
        for option in c.options:
            places = [f"{c.name}:{name}" for name in option.names]
            if isinstance(option.takes, list):
                words.append(f'    {" | ".join(places)}) words="{" ".join(option.takes)}" ;;\n')
            elif option.value:
                {"files": files, "folders": folders, None: nothing}[option.takes].extend(places)
    return f"""# pathfan's commands and options, for bash.
_pathfan() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} command=${{COMP_WORDS[1]}}
  local words="" kind=-f
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    words="{names} help --version"
  else
    case $command:$before in
    help:help) words="{names}" ;;
{"".join(words)}    {" | ".join(folders)}) kind=-d ;;
    {" | ".join(files)}) ;;
    {" | ".join(nothing)}) return ;; # a number, a place
    *) [[ $word != -* ]] || case $command in
{"".join(options)}      esac ;;
    esac
  fi
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  else
    compopt -o filenames 2>/dev/null # outside of completion that can't be said
    mapfile -t COMPREPLY < <(compgen $kind -- "$word")
  fi
}}
complete -F _pathfan pathfan
"""


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(commands):
    def spec(option):
        said = f"[{re.sub(r'([][])', chr(92) + chr(92) + r'1', option.says)}]"
        if isinstance(option.takes, list):
            said += f":{option.value}:({' '.join(option.takes)})"
        elif option.value:
            said += f":{option.value}:" + {"files": "_files", "folders": "_files -/", None: " "}[option.takes]
        if option.is_repeated:
            return quoted(f"*{option.long}{said}")
        if option.short:
            return f"{quoted('(' + ' '.join(option.names) + ')')}{{{','.join(option.names)}}}{quoted(said)}"
        return quoted(option.long + said)

    described = "\n".join(f"    {quoted(f'{c.name}:{c.says}')}" for c in commands)
    cases = "\n".join(f"  {c.name})\n    _arguments \\\n" + "".join(f"      {spec(o)} \\\n" for o in c.options) +
                      "      '*:file:_files' ;;" for c in commands)
    return f"""#compdef pathfan
# pathfan's commands and options, for zsh.
_pathfan() {{
  local -a commands
  commands=(
{described}
    'help:this text, or the help of one command'
  )
  if (( CURRENT == 2 )); then
    _describe command commands -- '(--version:which\ version\ this\ is)'
    return
  fi
  local curcontext=${{curcontext%:*:*}}:pathfan-$words[2]:
  shift words
  (( CURRENT-- ))
  case $words[1] in
{cases}
  help)
    (( CURRENT > 2 )) || _describe command commands ;;
  esac
}}
_pathfan "$@"
"""


def fish(commands):
    def said(text):
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    first = "complete -c pathfan -n __fish_use_subcommand"
    lines = ["# pathfan's commands and options, for fish.", f"{first} -l version -d 'which version this is'"]
    for c in commands:
        here = f"complete -c pathfan -n '__fish_seen_subcommand_from {c.name}; and not __fish_seen_subcommand_from help'"
        lines.append(f"{first} -f -a {c.name} -d {said(c.says)}")
        for option in c.options:
            line = f"{here} -l {option.long[2:]} -d {said(option.says)}"
            if option.short:
                line += f" -s {option.short}"
            if isinstance(option.takes, list):
                line += f" -x -a '{' '.join(option.takes)}'"
            elif option.value:
                line += {"files": " -rF", "folders": " -x -a '(__fish_complete_directories)'", None: " -x"}[option.takes]
            lines.append(line)
    lines.append(f"{first} -f -a help -d 'this text, or the help of one command'")
    lines.append("complete -c pathfan -n '__fish_seen_subcommand_from help' -f -a '" +
                 " ".join(c.name for c in commands) + "'")
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
