import { join } from 'node:path'
import { inProject } from '../../../kit/process/product-folder.js'

/** A file of the directory's own: these are not compiled, and are next to the source. */
export const pageFile = (name: string) => inProject(join('directory/plugins/public', name))
