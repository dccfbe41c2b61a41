/** What own plugins and processes of tests use of the product, as it was built. */
export { ApiError, toApiError } from '../../kit/api/errors.js'
export { ownSecret } from '../../kit/config/secrets.js'
export { sendError, sendResult } from '../../kit/http/send.js'
export { runService } from '../../kit/process/service.js'
export { shutdownSignals } from '../../kit/process/shutdown-signals.js'
export { notifySupervisor } from '../../kit/process/supervisor.js'
export { findContext, openContext } from '../../plugins/kit/context.js'
export { definePlugin } from '../../plugins/kit/plugin.js'
