import { parseArgs } from 'node:util'
import { type Command, commands, type Options } from './commands.js'

/**
 * The input is not a command. Its message names the problem, never the input, which may be a
 * secret.
 */
export class Misuse extends Error {
  override name = 'Misuse'
  /** The usage of the commands that may have been meant, a line each. */
  readonly usage: readonly string[]

  constructor(message: string, meant: readonly Command[]) {
    super(message)
    this.usage = meant.map(renderUsage)
  }
}

/** The user asks for the usage of a command. Its message is the answer. */
export class Help extends Error {
  constructor(meant: readonly Command[]) {
    const usages = meant.map(renderUsage)
    const width = Math.max(...usages.map(({ length }) => length))
    super(meant.map(({ does }, i) => `${usages[i]!.padEnd(width)}  ${does}`).join('\n'))
  }
}

/** A command with its arguments and options. */
export interface CommandLine {
  command: Command
  args: readonly string[]
  options: Options
  /** Whether to print the data as JSON. */
  json: boolean
}

/** Parses the words after `npm run users --`, with `users` first. @throws Misuse, Help */
export function parseCommandLine(argv: readonly string[]): CommandLine {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const known = {
    json: flag,
    help: { ...flag, short: 'h' },
    yes: flag,
    role: text,
    plan: text,
    search: text,
    grace: text,
    to: text,
    from: text,
    by: text,
    csv: flag,
    day: text,
    days: text,
  } as const
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: known,
    allowPositionals: true,
    strict: false,
  })
  const { json, help, ...options } = values
  if (help !== undefined) throw new Help(findCandidates(positionals))
  const command = findCommand(positionals)
  if (json !== undefined && json !== true) throw new Misuse('--json takes no value', [command])
  return {
    command,
    args: readArguments(command, positionals),
    options: readOptions(command, options),
    json: json === true,
  }
}

/** The longest command that these words begin with. */
function findCommand(typed: readonly string[]): Command {
  const [command] = commands
    .filter((command) => begins(typed, command.words))
    .sort((a, b) => b.words.length - a.words.length)
  if (command) return command
  throw new Misuse(
    typed.length < 2 ? 'a command is missing' : 'there is no such command',
    findCandidates(typed.slice(0, 1)),
  )
}

/**
 * The commands that begin with the words; if there are none, those that begin with fewer of them.
 */
function findCandidates(typed: readonly string[]): readonly Command[] {
  const meant = commands.filter(({ words }) => begins(words, typed.slice(0, words.length)))
  return meant.length > 0 || typed.length === 0 ? meant : findCandidates(typed.slice(0, -1))
}

function readArguments(command: Command, positionals: readonly string[]): string[] {
  const args = positionals.slice(command.words.length)
  const missing = command.takes.filter((name, i) => !name.startsWith('[') && (args[i] ?? '') === '')
  if (missing.length > 0)
    throw new Misuse(`${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing`, [
      command,
    ])
  if (args.length > command.takes.length) {
    const meant = commands.filter(({ words }) => begins(words, command.words))
    if (meant.length > 1) throw new Misuse('there is no such command', meant)
    throw new Misuse('there are too many arguments; quote arguments that contain spaces', meant)
  }
  return args
}

function readOptions(command: Command, typed: Readonly<Record<string, unknown>>): Options {
  const options: [string, string][] = []
  for (const [name, value] of Object.entries(typed)) {
    const option = Object.hasOwn(command.options ?? {}, name) ? command.options?.[name] : undefined
    if (!option) throw new Misuse('there is no such option', [command])
    if (option === 'flag') {
      if (value !== true) throw new Misuse(`--${name} takes no value`, [command])
      options.push([name, ''])
      continue
    }
    if (typeof value !== 'string' || !option.form.test(value)) {
      throw new Misuse(`--${name} takes ${option.takes}`, [command])
    }
    options.push([name, value])
  }
  const given = Object.fromEntries(options)
  const missing = Object.entries(command.options ?? {}).find(
    ([name, option]) => option !== 'flag' && option.required && !(name in given),
  )
  if (missing) throw new Misuse(`--${missing[0]} is missing`, [command])
  return given
}

function begins(typed: readonly string[], words: readonly string[]): boolean {
  return words.every((word, i) => typed[i] === word)
}

function renderUsage({ words: [noun, ...verbs], takes, options = {} }: Command): string {
  const shown = Object.entries(options).map(([name, option]) => {
    if (option === 'flag') return `[--${name}]`
    return option.required ? `--${name} ${option.value}` : `[--${name} ${option.value}]`
  })
  return ['npm run', noun, '--', ...verbs, ...takes, ...shown].join(' ')
}
