import { reloadCommand } from './reload.js'

process.exit(await reloadCommand(process.argv.slice(2)))
