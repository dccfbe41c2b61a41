import { basename } from 'node:path'
import { ApiError } from '../../kit/api/errors.js'
import { ownUrls, urlReader } from '../kit/own-url.js'
import { findPageExtension } from '../kit/page-extension.js'
import { filesOf } from '../kit/page-files.js'
import { sendPageFile } from '../kit/page-headers.js'
import { definePlugin, definePolicy } from '../kit/plugin.js'
import { type SetName, sets } from './sets.js'

interface Params {
  set: SetName
  path: string
  public: boolean
}

/** Serves the files of a page that comes with the product. */
const pages = definePolicy<Params, 'caller'>({
  name: 'pages',
  params: {
    set: {
      description:
        'Name of the page: account (a user’s keys, usage and limits), try (composes ' +
        'searches) or docs (Swagger UI, and guides).',
      type: 'string',
      enum: Object.keys(sets),
    },
    path: {
      description: 'Path of the page. Its files are below it, so the endpoint needs "path/*" too.',
      type: 'string',
      pattern: '^(/[\\w.~-]+)+$',
    },
    public: {
      description: 'Whether the page is public. Otherwise the pipeline must authenticate callers.',
      type: 'boolean',
      default: false,
    },
  },
  required: ['set', 'path'],
  role: 'answer',
  place: (params) =>
    params.public ? {} : { needs: ['caller'], instead: 'public: true if anyone may read it' },
  create({ set, path }, { gateway: { routes } }) {
    const extension = findPageExtension(routes)
    const files = new Map(filesOf(sets[set]()))
    const page = extension?.noted(files.get('')!) ?? files.get('')!
    files.delete('')
    const urlOf = urlReader()
    for (const [name, file] of files)
      if (name.startsWith('guides/')) files.set(name, { ...file, readAt: ownUrls(file.read) })
    const below = `${path}/`
    const fileAt = (asked: string) => {
      if (asked === path) return page
      return asked.startsWith(below) ? files.get(asked.slice(below.length)) : undefined
    }
    return function pages(context, req, res) {
      const [asked] = req.url!.split('?', 1) as [string]
      if (asked === below + extension?.name) return extension!.send(req, res)
      const file = fileAt(asked)
      if (asked.endsWith('/') && fileAt(asked.slice(0, -1))?.isImmutable === false) {
        context.result = { status: 308, data: {}, headers: { Location: `../${basename(asked)}` } }
        return undefined
      }
      if (!file) throw new ApiError('NOT_FOUND', 'There is nothing at this path')
      return sendPageFile(req, res, file.readAt?.(urlOf(req)) ?? file.read(), file.isImmutable)
    }
  },
})

export const { version, policies, schema, init } = definePlugin(pages)
