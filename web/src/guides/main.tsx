import { start } from '../site.js'
import { App } from './app.js'

start('guides', App)
