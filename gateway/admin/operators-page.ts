import { builtPage, filesOf, type PageFile } from '../../plugins/kit/page-files.js'

let files: ReadonlyMap<string, PageFile> | undefined

/** A file of the page for operators: itself at `/`, what it is made of below /operators. */
export function operatorsFile(path: string): PageFile | undefined {
  const name = path === '/' ? '' : /^\/operators\/(.+)$/.exec(path)?.[1]
  if (name === undefined) return undefined
  files ??= filesOf(builtPage('web/operators.html'))
  return files.get(name)
}
