import './missing.js'
import { definePlugin, joinPlugins } from '../../../plugins/kit/plugin.js'
import { reception } from './reception.js'
import { site } from './site.js'
import { welcome } from './welcome.js'

export const { version, policies, schema, init } = joinPlugins(
  definePlugin(site),
  definePlugin(reception),
  definePlugin(welcome),
)
