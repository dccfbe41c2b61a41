import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseSource } from '../../kit/config/yaml/source.js'
import { run } from '../http/gateway/project.js'
import { testEnvironment } from '../support/stack.js'

const files = ['gateway.config', 'auth-service.config', 'system.config']
const read = (path: string) => readFileSync(path, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'directory-schema-'))
const schemaOf = (name: string) =>
  JSON.parse(read(join(folder, `${name}.json`))) as Record<string, unknown>

beforeAll(async () => {
  const env = testEnvironment(folder, 'config')
  const { code, stderr } = await run('gateway/check/schema/main.js', [folder], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
})
afterAll(() => rmSync(folder, { recursive: true }))

type Validate = (schema: object, value: unknown) => boolean
/** A validator of draft 7 that coerces nothing and ignores our own formats, as in an editor. */
const AjvOfHost = createRequire(require.resolve('express-gateway'))('ajv') as new (options: {
  unknownFormats: 'ignore'
}) => { validate: Validate }

/** The shipped file as an editor sees it: variables are text. */
function fits(name: string, text = read(`config/${name}.yml`)): boolean {
  const { value, mistakes } = parseSource(name, text, (variable) => `$${'{'}${variable}}`)
  expect(mistakes).toEqual([])
  return new AjvOfHost({ unknownFormats: 'ignore' }).validate(schemaOf(name), value)
}

describe.each(files)('%s', (name) => {
  test('the shipped file fits its schema, which its first lines name for editors', () => {
    expect(fits(name)).toBe(true)
    const [server, jetBrains] = read(`config/${name}.yml`).split('\n')
    expect(server).toBe(`# yaml-language-server: $schema=schema/${name}.json`)
    expect(jetBrains).toBe(`# $schema: schema/${name}.json`)
  })

  test('every property is described', () => {
    const bare: string[] = []
    const visit = (value: unknown, path: string): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'properties' || key === 'patternProperties') {
          for (const [property, schema] of Object.entries(
            inner as Record<string, Record<string, unknown>>,
          )) {
            const target =
              typeof schema.$ref === 'string' ? definitionOf(name, schema.$ref) : schema
            if (typeof target.description !== 'string') bare.push(`${path}/${property}`)
          }
        }
        visit(inner, `${path}/${key}`)
      }
    }
    visit(schemaOf(name), '')
    expect(bare).toEqual([])
  })
})

function definitionOf(name: string, reference: string): Record<string, unknown> {
  const { definitions } = schemaOf(name) as { definitions: Record<string, Record<string, unknown>> }
  return definitions[reference.replace('#/definitions/', '')]!
}

test.each([
  ['gateway.config', 'limit: 20', 'limit: many'],
  ['gateway.config', '- authorize:', '- authorise:'],
  ['auth-service.config', 'freeFailures: 10', 'freeFailure: 10'],
  ['system.config', 'session:', 'sesion:'],
])('an editor underlines in %s what was %j and is %j', (name, from, to) => {
  expect(fits(name, read(`config/${name}.yml`).replace(from, to))).toBe(false)
  expect(
    fits(name, read(`config/${name}.yml`).replace('limit: 20', `limit: "$${'{'}CALLS:-20}"`)),
  ).toBe(true)
})
