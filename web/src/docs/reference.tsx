import { useEffect, useRef } from 'preact/hooks'
import { useLoaded } from '../kit/action.js'
import { Problem } from '../kit/form.js'
import { followColorScheme } from './color-scheme.js'
import { documentUrl, loadDocument } from './document.js'
import { adapted } from './plugin.js'

/** The calls of this gateway, to read and to try. */
export function Reference() {
  const { data: spec, error } = useLoaded(loadDocument, '')
  const place = useRef<HTMLDivElement>(null)
  useEffect(followColorScheme, [])
  useEffect(() => {
    if (spec) void draw(place.current!, spec)
  }, [spec])
  return (
    <>
      <h1>API reference</h1>
      <p class="lead">
        Every call, with its parameters, answers and errors. New here? Begin with the{' '}
        <a href="docs/guides">guides</a>. Programs read <a href={documentUrl}>openapi.json</a>.
      </p>
      <Problem error={error} />
      {!spec && !error && <p role="status">Loading …</p>}
      <div ref={place} />
    </>
  )
}

/** Swagger UI. What is typed under "Authorize" stays in its memory. */
async function draw(domNode: HTMLElement, spec: object): Promise<void> {
  const { default: SwaggerUI } = await import('swagger-ui-dist/swagger-ui-es-bundle.js')
  SwaggerUI({
    domNode,
    spec,
    plugins: [adapted],
    layout: 'Calls',
    validatorUrl: null, // no third party learns what is documented here
    syntaxHighlight: { theme: 'tomorrow-night' },
    persistAuthorization: false,
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    filter: true,
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
  })
}
