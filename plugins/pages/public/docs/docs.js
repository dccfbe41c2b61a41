/*
 * Swagger UI on the gateway's own document. What is typed under "Authorize" stays in the memory of
 * this page.
 */
window.addEventListener('DOMContentLoaded', () => {
  const { SwaggerUIBundle } = window
  SwaggerUIBundle({
    dom_id: '#docs',
    url: 'api/v1/openapi.json',
    presets: [SwaggerUIBundle.presets.apis],
    layout: 'BaseLayout',
    validatorUrl: null, // no third party learns what is documented here
    persistAuthorization: false,
    deepLinking: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    filter: true,
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
  })
})
