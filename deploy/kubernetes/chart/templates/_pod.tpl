{{/* The image, by its digest where there is one. */}}
{{- define "directory.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end }}
{{- end }}

{{/* Name of a part, "gateway" or "auth". */}}
{{- define "directory.name" -}}
{{ .root.Release.Name }}-{{ .part }}
{{- end }}

{{- define "directory.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "directory.metadata" -}}
name: {{ include "directory.name" . }}
labels:
  app.kubernetes.io/name: directory-{{ .part }}
  {{- include "directory.selector" . | nindent 2 }}
{{- end }}

{{/* Container ports by name; `probes` serves /healthz, /readyz and /metrics alone. */}}
{{- define "directory.ports" -}}
{{ if eq .part "gateway" }}{ http: 8080, probes: 8085 }{{ else }}{ http: 8082, internal: 8084, probes: 8086 }{{ end }}
{{- end }}

{{/*
Environment of a part: `own` are settings that the chart gives, which the values override. A secret
is a file, named by NAME_FILE; a setting that is a path itself names it directly.
*/}}
{{- define "directory.env" -}}
{{- $values := .values }}
{{- range $name, $value := merge dict $values.settings .root.Values.settings .own }}
{{- if ne (toString $value) "" }}
- { name: {{ $name }}, value: {{ kindIs "float64" $value | ternary (int64 $value) $value | toString | quote }} }
{{- end }}
{{- end }}
{{- range $name, $_ := merge dict $values.secrets .root.Values.secrets }}
{{- $isPath := or (hasSuffix "_CA" $name) (hasPrefix "TLS_" $name) }}
- { name: {{ $name }}{{ if not $isPath }}_FILE{{ end }}, value: /etc/directory/secrets/{{ $name }} }
{{- end }}
{{- end }}

{{/* Template of the pods of a part. */}}
{{- define "directory.pod" -}}
metadata:
  {{- with .values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  labels:
    app.kubernetes.io/name: directory-{{ .part }}
    {{- include "directory.selector" . | nindent 4 }}
spec:
  automountServiceAccountToken: false
  enableServiceLinks: false
  # what is accepted is finished within 12 s after the delay
  terminationGracePeriodSeconds: {{ add .own.SHUTDOWN_DELAY 15 }}
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- range . }}
    - { name: {{ . }} }
    {{- end }}
  {{- end }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 1000
    runAsGroup: 1000
    fsGroup: 1000
    seccompProfile: { type: RuntimeDefault }
  {{- range $name := tuple "nodeSelector" "tolerations" "affinity" "initContainers" }}
  {{- with index $.values $name }}
  {{ $name }}:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- end }}
  topologySpreadConstraints:
    {{- range tuple "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
    - maxSkew: 1
      topologyKey: {{ . }}
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "directory.selector" $ | nindent 10 }}
    {{- end }}
  containers:
    - name: {{ .part }}
      image: {{ include "directory.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      command: [node, {{ .program }}]
      env:
        {{- include "directory.env" . | trim | nindent 8 }}
      ports:
        {{- range $name, $port := include "directory.ports" . | fromYaml }}
        - { name: {{ $name }}, containerPort: {{ $port }} }
        {{- end }}
      startupProbe:
        httpGet: { path: /healthz, port: probes }
        periodSeconds: 2
        failureThreshold: 60
      livenessProbe:
        httpGet: { path: /healthz, port: probes }
        periodSeconds: 10
        timeoutSeconds: 5
      readinessProbe:
        httpGet: { path: /readyz, port: probes }
        periodSeconds: 3
        timeoutSeconds: 6 # the gateway asks its dependencies, for 5 s at most
        failureThreshold: 2
      resources:
        {{- toYaml .values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: config, mountPath: /etc/directory/config, readOnly: true }
        - { name: search-templates, mountPath: /etc/directory/config/search-templates, readOnly: true }
        - { name: secrets, mountPath: /etc/directory/secrets, readOnly: true }
        - { name: data, mountPath: /data }
        - { name: tmp, mountPath: /tmp }
        {{- with .values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - { name: config, configMap: { name: {{ .root.Values.config.files }} } }
    - { name: search-templates, configMap: { name: {{ .root.Values.config.searchTemplates }} } }
    - name: secrets
      projected:
        defaultMode: 0440
        sources:
          {{- range $name, $from := merge dict .values.secrets .root.Values.secrets }}
          - secret: { name: {{ $from.secret }}, items: [{ key: {{ $from.key }}, path: {{ $name }} }] }
          {{- end }}
    {{- if not .isDataKept }}
    - { name: data, emptyDir: {} }
    {{- end }}
    - { name: tmp, emptyDir: {} }
    {{- with .values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end }}

{{- define "directory.service" -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "directory.metadata" . | nindent 2 }}
spec: # always inside of the cluster: it has the port of the metrics, too
  type: ClusterIP
  selector:
    {{- include "directory.selector" . | nindent 4 }}
  ports:
    {{- range $name, $port := include "directory.ports" . | fromYaml }}
    - { name: {{ $name }}, port: {{ $port }}, targetPort: {{ $name }} }
    {{- end }}
{{- end }}

{{/* Voluntary disruptions take one pod at a time. */}}
{{- define "directory.disruptions" -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "directory.metadata" . | nindent 2 }}
spec:
  maxUnavailable: 1
  selector:
    matchLabels:
      {{- include "directory.selector" . | nindent 6 }}
{{- end }}
