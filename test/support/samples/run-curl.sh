# Runs each sample in a shell of its own; every call of curl writes its status to the outcome.
folder=$(dirname "$1")
curl() {
  command curl --silent --show-error --write-out '%{stderr}%{http_code}\n' "$@" 2>>"$OUTCOME"
}
while IFS=$'\t' read -r -a job; do
  (
    OUTCOME=${job[1]}
    for variable in "${job[@]:2}"; do export "$variable"; done
    cd "$folder" && set -eu && source "${job[0]}"
  )
done <"$folder/jobs.tsv"
