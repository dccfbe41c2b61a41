import { useEffect, useRef } from 'preact/hooks'
import { useLoaded } from '../kit/action.js'
import { fetchSignedIn, getUser } from '../kit/api.js'
import { Problem } from '../kit/form.js'
import { documentUrl, loadDocument, rankCall } from './document.js'
import { adaptSwagger } from './plugin.js'

interface ReferenceProps {
  isSignedIn: boolean
  signIn(): void
}

/** The calls of this gateway, to read and to try. */
export function Reference({ isSignedIn, signIn }: ReferenceProps) {
  const place = useRef<HTMLDivElement>(null)
  const { isLoading, error } = useLoaded((signal) => draw(place.current!, signal), '')
  useEffect(followColorScheme, [])
  return (
    <>
      <h1>API reference</h1>
      <p class="lead">
        Every call, with its parameters, answers and errors. New here? Begin with the{' '}
        <a href="docs/guides">guides</a>. Generators of clients read{' '}
        <a href={`${documentUrl}?queries=free`}>openapi.json?queries=free</a>, editors{' '}
        <a href={documentUrl}>openapi.json</a>, which describes queries too.
      </p>
      <p class="lead">
        {isSignedIn ? (
          'Calls that you try are sent with your login. In the curl line it is $TOKEN.'
        ) : (
          <>
            To try calls,{' '}
            <button type="button" class="link" onClick={signIn}>
              sign in
            </button>{' '}
            or enter a credential under “Authorize”.
          </>
        )}
      </p>
      <Problem error={error} />
      {isLoading && <p role="status">Loading …</p>}
      <div ref={place} />
    </>
  )
}

/**
 * Swagger UI. What is typed under "Authorize" stays in its memory; the login of the document it
 * never gets.
 */
async function draw(domNode: HTMLElement, signal: AbortSignal): Promise<void> {
  const spec = await loadDocument(signal)
  const { default: SwaggerUI } = await import('swagger-ui-dist/swagger-ui-es-bundle.js')
  SwaggerUI({
    domNode,
    spec,
    requestInterceptor: addLogin,
    plugins: [adaptSwagger],
    layout: 'Calls',
    validatorUrl: null, // no third party learns what is documented here
    syntaxHighlight: { theme: 'tomorrow-night' },
    persistAuthorization: false,
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    operationsSorter: (one: Operation, other: Operation) =>
      rankOperation(one) - rankOperation(other),
    filter: true,
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
  })
}

/** A call as Swagger UI sorts it. */
interface Operation {
  get(name: 'method' | 'path'): string
}

const rankOperation = (call: Operation) => rankCall(call.get('method'), call.get('path'))

/** A request of Swagger UI, and by what it is sent. */
interface SwaggerRequest {
  headers: Record<string, string>
  userFetch?: typeof fetchSignedIn
  /** Words of the curl that is shown. */
  curlOptions?: string[]
}

/**
 * A call to which no credential was given takes that of the login; the curl that is shown takes it
 * from a variable.
 */
function addLogin(request: SwaggerRequest): SwaggerRequest {
  const hasOwn = ['Authorization', 'X-API-Key'].some((name) => name in request.headers)
  if (hasOwn || !getUser()) return request
  const curlOptions = ['-H "Authorization: Bearer $TOKEN"']
  return { ...request, userFetch: fetchSignedIn, curlOptions }
}

/** Swagger UI is dark by a class, not by the scheme of the system. */
function followColorScheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const { classList } = document.documentElement
  const follow = () => classList.toggle('dark-mode', dark.matches)
  follow()
  dark.addEventListener('change', follow)
}
