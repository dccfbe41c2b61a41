#!/bin/sh
# Writes the Kustomize resources from the chart; with a folder as its argument there.
set -eu
cd "$(dirname "$0")"
to=${1:-.}
render() { # FILE OPTION…
  file=$to/$1
  shift
  mkdir -p "$(dirname "$file")"
  { echo '# Rendered from the chart by deploy/kubernetes/render.sh'; helm template directory chart --skip-tests "$@"; } >"$file"
}
render base/resources.yaml
render elasticsearch/resources.yaml --values elasticsearch/values.yaml
render monitoring/service-monitor.yaml --set serviceMonitor.enabled=true --show-only templates/service-monitor.yaml
