/**
 * The page /try. Credentials are in `session` and nowhere else: not in storage, cookies, the
 * address or the history. Everything that came from outside is put into the page as text, never as
 * HTML.
 */

/** Base URL of the API: relative to the page, so that path prefixes of a proxy work. */
const base = new URL('.', location.href)
const api = new URL('api/v1/', base)

/** Who asks: `token` and `refreshToken` of a login, or a pasted `key`. */
let session = {}

const $ = (id) => document.getElementById(id)

/** An element with attributes (or properties, behind a dot) and its content. */
function make(name, attributes = {}, ...inside) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('.')) element[key.slice(1)] = value
    else element.setAttribute(key, value)
  }
  element.append(...inside)
  return element
}

/** Announces to screen readers what is also visible. */
function say(text) {
  $('said').textContent = text
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })

// ----------------------------------------------------------------------------------------------------------------
// asking

/** An answer that is no success: `code`, `message` and `details` of the envelope. */
class Refusal extends Error {
  constructor({ code, message, details = {} }, requestId) {
    super(message)
    this.code = code
    this.details = details
    this.requestId = requestId
  }
}

const credential = () => session.token ?? session.key

/** Asks the API; an access token that has run out is renewed once. @throws Refusal */
async function ask(method, path, body) {
  const asked = session
  try {
    return await send(method, path, body)
  } catch (error) {
    if (error.code !== 'TOKEN_EXPIRED' || !asked.refreshToken || asked !== session) throw error
    asked.renewal ??= renew(asked)
    await asked.renewal
    return send(method, path, body)
  }
}

async function renew(asked) {
  try {
    const { data } = await send('POST', 'auth/refresh', { refreshToken: asked.refreshToken })
    asked.token = data.accessToken
    asked.refreshToken = data.refreshToken
  } catch (error) {
    if (asked === session) signOut()
    throw error
  } finally {
    asked.renewal = undefined
  }
}

/**
 * JSON in which integers that a number would round keep their digits, where the browser knows how
 * (JSON.rawJSON).
 */
function parse(text) {
  if (!JSON.rawJSON || !/\d{16}/.test(text)) return JSON.parse(text)
  return JSON.parse(text, (_, value, { source }) => {
    const isRounded =
      typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
    return isRounded ? JSON.rawJSON(source) : value
  })
}

/** Whether a value is shown on one line by itself: all but objects and lists. */
const isPlain = (value) => value === null || typeof value !== 'object' || JSON.isRawJSON?.(value)

async function send(method, path, body) {
  const headers = {}
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (credential() && path !== 'auth/refresh') headers.Authorization = `Bearer ${credential()}`
  let answer
  let text
  try {
    const content = typeof body === 'string' ? body : JSON.stringify(body)
    answer = await fetch(new URL(path, api), {
      method,
      headers,
      body: content,
      cache: 'no-store',
      credentials: 'omit',
    })
    text = await answer.text()
  } catch {
    throw new Refusal({
      code: 'UNREACHABLE',
      message: 'The gateway cannot be reached. Is it running?',
    })
  }
  let envelope
  try {
    envelope = parse(text)
  } catch {
    throw new Refusal({
      code: `HTTP ${answer.status}`,
      message: 'What came back is no answer of the API.',
    })
  }
  if (envelope.status !== 'success') throw new Refusal(envelope.error, envelope.meta?.requestId)
  return { ...envelope, headers: answer.headers, envelope }
}

// -------------------------------------------------------------------------------------------------------------
// mistakes

/** Inputs by the member of a request that they hold, for each form. */
const inputsOf = {
  'sign-in': { email: 'email', password: 'password' },
  keys: { name: 'key-name', expiresIn: 'key-days' },
}

/** Writes a mistake below its input, or takes it away. */
function mark(input, text) {
  const note = $(`${input}-wrong`)
  note.textContent = text ?? ''
  note.hidden = !text
  $(input).toggleAttribute('aria-invalid', Boolean(text))
  if (text) {
    $(input).setAttribute('aria-invalid', 'true')
    $(input).setAttribute('aria-describedby', note.id)
  }
}

function clearMistakes(form) {
  for (const input of Object.values(inputsOf[form])) mark(input)
  $(`${form}-problem`).replaceChildren()
}

/** Shows an error in the box of a form, and each mistake at its input. */
function tellRefusal(form, error) {
  let first
  for (const [field, input] of Object.entries(inputsOf[form])) {
    const texts = error.details?.[field]?._errors
    mark(input, texts?.join('; '))
    if (texts) first ??= input
  }
  if (first) $(first).focus()
  else fillProblem($(`${form}-problem`), error)
}

function fillProblem(box, error) {
  const { code = 'PAGE_ERROR', message, requestId } = error
  const inside = [make('b', {}, code), ` ${message}`]
  if (requestId) inside.push(make('small', {}, `request ${requestId}`))
  box.replaceChildren(make('p', {}, ...inside))
}

// --------------------------------------------------------------------------------------------------------------
// sign in

$('login').addEventListener('submit', async (event) => {
  event.preventDefault()
  clearMistakes('sign-in')
  mark('pasted')
  try {
    const { data } = await send('POST', 'auth/login', {
      email: $('email').value.trim(),
      password: $('password').value,
    })
    signIn({ token: data.accessToken, refreshToken: data.refreshToken, name: data.user.email })
  } catch (error) {
    tellRefusal('sign-in', error)
  }
})

$('use-key').addEventListener('submit', async (event) => {
  event.preventDefault()
  clearMistakes('sign-in')
  const key = $('pasted').value.trim()
  mark('pasted', key === '' ? 'Paste a key first' : undefined)
  if (key === '') return $('pasted').focus()
  await useKey(key, (error) => {
    mark('pasted', error.message)
    $('pasted').focus()
  })
})

/** Signs in with a key, if the API takes it: its fields are what this page needs first anyway. */
async function useKey(key, refused) {
  const before = session
  session = { key, name: `key ${key.split('_').slice(0, 2).join('_')}` }
  try {
    const { data } = await send('GET', 'organizations/fields')
    signIn(session, data)
  } catch (error) {
    session = before
    refused(error)
  }
}

function signIn(whoever, known) {
  session = whoever
  for (const input of ['password', 'pasted']) $(input).value = ''
  $('who-text').textContent = session.name
  $('sign-out').textContent = session.token ? 'Log out' : 'Forget the key'
  $('who').hidden = false
  $('sign-in').hidden = true
  $('keys-hint').hidden = session.token !== undefined
  $('keys-tools').hidden = session.token === undefined
  say(`Signed in as ${session.name}`)
  $('compose').focus({ preventScroll: true })
  if (known) showFields(known)
  else void loadFields()
  void offerValues()
  foresee()
  if (session.token) void listKeys()
}

function signOut() {
  session = {}
  known = undefined
  $('who').hidden = true
  $('sign-in').hidden = false
  $('keys-hint').hidden = false
  $('keys-tools').hidden = true
  $('fresh').hidden = true
  for (const place of [
    'fresh-key',
    'keys-table',
    'keys-status',
    'keys-problem',
    'regions',
    'legals',
    'copied-text',
  ]) {
    $(place).replaceChildren()
  }
  $('copied').hidden = true
  clearResults('Run a search to see results.')
  showFamilyFields()
  $('email').focus()
}

$('sign-out').addEventListener('click', async () => {
  // the page forgets it, whatever comes back
  if (session.token) await ask('POST', 'auth/logout').catch(() => {})
  signOut()
  say('Logged out')
})

// ---------------------------------------------------------------------------------------------------
// reading JSON by place

/** A position where a text is invalid JSON. */
class JsonFault extends Error {
  constructor(message, at) {
    super(message)
    this.at = at
  }
}

/**
 * The position of each part of a JSON text: `{ from, to, members | items }`, a member being `{ name,
 * from, value }`.
 * @throws JsonFault
 */
function placesIn(text) {
  let at = 0
  const fail = (wanted) => {
    throw new JsonFault(
      at < text.length ? `expected ${wanted} here` : `the text ends, but ${wanted} should follow`,
      at,
    )
  }
  const take = (pattern) => {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? []
    if (found !== undefined) at += found.length
    return found
  }
  const blank = () => take(/[ \t\r\n]*/y)
  const takeSign = (sign) => {
    blank()
    if (text[at] !== sign) return false
    at++
    return true
  }
  const string = () => take(/"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy)
  const list = (end, item) => {
    if (takeSign(end)) return
    do item()
    while (takeSign(','))
    if (!takeSign(end)) fail(`"," or "${end}"`)
  }
  const value = () => {
    blank()
    const from = at
    if (takeSign('{')) {
      const members = []
      list('}', () => {
        blank()
        const start = at
        const name = string() ?? fail('a name in double quotes')
        if (!takeSign(':')) fail('":"')
        members.push({ name: JSON.parse(name), from: start, value: value() })
      })
      return { from, to: at, members }
    }
    if (takeSign('[')) {
      const items = []
      list(']', () => items.push(value()))
      return { from, to: at, items }
    }
    const found = string() ?? take(/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y)
    if (found === undefined) fail('a value')
    return { from, to: at }
  }
  const whole = value()
  blank()
  if (at < text.length) fail('the end')
  return whole
}

/**
 * The part of a text that a path names, such as `query.bool.filter[0].term`; the nearest one around
 * it when it leads nowhere. Names of fields hold dots, so the longest name that fits goes first.
 */
function placeOf(place, path, from = place.from) {
  const rest = path.replace(/^\./, '')
  if (rest === '') return { from, to: place.to }
  const [index, position] = /^\[(\d+)\]/.exec(rest) ?? []
  const item = index && place.items?.[position]
  if (item) return placeOf(item, rest.slice(index.length))
  const fitting = (place.members ?? [])
    .map((member) => ({ ...member, length: lengthOf(member.name, rest) }))
    .filter(({ length }) => length > 0)
    .sort((a, b) => b.length - a.length)
  const [member] = fitting
  return member
    ? placeOf(member.value, rest.slice(member.length), member.from)
    : { from, to: place.to }
}

/** How much of a path is this name; 0 when it begins with another one. */
function lengthOf(name, path) {
  const quoted = `[${JSON.stringify(name)}]`
  const word = [quoted, name].find(
    (form) => path.startsWith(form) && /^([.[]|$)/.test(path.slice(form.length)),
  )
  return word?.length ?? 0
}

/** The paths that a mistake begins with: `sort[0] or aggs.a.terms.field: …`, and what it says. */
function pathsIn(text) {
  const [head, paths] =
    /^((?:[\p{L}\p{N}_.@*-]|\[\d+\]|\["(?:[^"\\]|\\.)*"\])+(?: or [^\s:]+)*): /u.exec(text) ?? []
  return head ? paths.split(' or ').map((path) => path.replace(/^body(\.|$)/, '')) : []
}

const lineAt = (text, offset) => text.slice(0, offset).split('\n').length

// ---------------------------------------------------------------------------------------------------------------
// editor

/** What the editor held before the page wrote into it, newest last. */
const earlier = []
let lastWriter

/** JSON on one line. */
function flat(value) {
  if (isPlain(value)) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(flat).join(', ')}]`
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(name)}: ${flat(item)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/** The longest line that is not broken, in letters. */
const lineLength = 66

/**
 * JSON with short values on one line, except the outermost. @param before letters that come
 * before it on its line.
 */
function pretty(value, indent = '', before = 0) {
  const line = flat(value)
  const isShort = indent !== '' && indent.length + before + line.length <= lineLength
  if (isShort || isPlain(value) || Object.keys(value).length === 0) return line
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => inner + pretty(item, inner))
    : Object.entries(value).map(([name, item]) => {
        const start = `${JSON.stringify(name)}: `
        return inner + start + pretty(item, inner, start.length)
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.join(',\n')}\n${indent}${close}`
}

/**
 * Puts a body into the editor; undo restores the previous one. @param by what changes it: at a
 * stretch it counts once.
 */
function write(body, origin, by) {
  const text = pretty(body)
  if (text === $('body').value) return
  if (by === undefined || by !== lastWriter)
    earlier.push([$('body').value, $('origin').textContent])
  $('undo').disabled = false
  setText(text, origin)
  lastWriter = by
}

function setText(text, origin) {
  $('body').value = text
  $('origin').textContent = origin
  lastWriter = undefined
  showMistakes([])
  colour()
  foresee()
}

/** The body in the editor, or undefined while it is not a JSON object. */
function bodyNow() {
  try {
    const body = parse($('body').value)
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : undefined
  } catch {
    return undefined
  }
}

/** The text behind the letters: words in their colours. */
function colour() {
  const text = $('body').value
  const parts = []
  let done = 0
  for (const found of text.matchAll(
    /("(?:[^"\\\n]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g,
  )) {
    const [whole, string, colon] = found
    const word = string ?? whole
    parts.push(
      text.slice(done, found.index),
      make('span', { class: colon ? 'name' : string ? 'string' : 'literal' }, word),
    )
    done = found.index + word.length
  }
  $('colours').replaceChildren(...parts, `${text.slice(done)}\n`)
  $('body').rows = Math.min(Math.max(text.split('\n').length + 1, 16), 34)
  scrollAlong()
}

function scrollAlong() {
  const { scrollTop, scrollLeft } = $('body')
  for (const layer of [$('colours'), $('marks')]) Object.assign(layer, { scrollTop, scrollLeft })
}

/** Shows mistakes below the editor, each with its line, and marks the lines. */
function showMistakes(texts) {
  const text = $('body').value
  let places
  try {
    places = placesIn(text)
  } catch (fault) {
    if (!(fault instanceof JsonFault)) throw fault
  }
  const spans = []
  const items = texts.map((mistake) => {
    const found =
      typeof mistake === 'string'
        ? places && pathsIn(mistake).map((path) => placeOf(places, path))
        : [mistake.span]
    const told = mistake.text ?? mistake
    if (!found || found.length === 0) return make('li', {}, told)
    spans.push(...found)
    const [{ from, to }] = found
    const jump = make('button', { type: 'button', class: 'jump' }, `line ${lineAt(text, from)}`)
    jump.addEventListener('click', () => select(from, to))
    return make('li', {}, jump, ` ${told}`)
  })
  $('body-wrong').replaceChildren(...items)
  $('body-wrong').hidden = items.length === 0
  if (items.length > 0) $('body').setAttribute('aria-invalid', 'true')
  else $('body').removeAttribute('aria-invalid')
  underline(text, spans)
}

/** Marks parts of the text, each as far as the end of its line. */
function underline(text, spans) {
  const parts = []
  let done = 0
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    if (from < done) continue
    const lineEnd = text.indexOf('\n', from)
    const end = Math.max(Math.min(to, lineEnd < 0 ? text.length : lineEnd), from + 1)
    parts.push(text.slice(done, from), make('mark', {}, text.slice(from, end) || ' '))
    done = end
  }
  $('marks').replaceChildren(...parts, `${text.slice(done)}\n`)
  scrollAlong()
}

function select(from, to) {
  const editor = $('body')
  editor.focus()
  editor.setSelectionRange(from, to)
  const height = editor.scrollHeight / editor.value.split('\n').length
  editor.scrollTop = Math.max(0, (lineAt(editor.value, from) - 4) * height)
}

$('body').addEventListener('scroll', scrollAlong)
$('body').addEventListener('input', () => {
  $('origin').textContent = 'edited by hand'
  lastWriter = undefined
  for (const chip of $('presets').querySelectorAll('[aria-pressed=true]'))
    chip.setAttribute('aria-pressed', 'false')
  showMistakes([])
  colour()
  foresee()
})
$('body').addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    void run()
  }
})
$('format').addEventListener('click', () => {
  const body = bodyNow()
  if (body) write(body, $('origin').textContent)
  else tellFault()
})
$('undo').addEventListener('click', () => {
  const [text, origin] = earlier.pop()
  $('undo').disabled = earlier.length === 0
  setText(text, origin)
  if (earlier.length === 0) $('body').focus()
})

/** Shows where the text in the editor is not a JSON object. */
function tellFault() {
  const text = $('body').value
  let mistake = { span: { from: 0, to: 1 }, text: 'the body must be an object: { "query": … }' }
  try {
    placesIn(text)
  } catch ({ at, message }) {
    mistake = {
      span: { from: Math.min(at, Math.max(text.length - 1, 0)), to: at + 1 },
      text: `Invalid JSON: ${message}`,
    }
  }
  showMistakes([mistake])
  say(mistake.text)
  select(mistake.span.from, mistake.span.to)
}

// -----------------------------------------------------------------------------------------------------------------
// form

const family = () => document.querySelector('[name=family]:checked').value
const entered = (id) => $(id).value.trim()

/**
 * The query of the form: the name by the first question of the cookbook, the rest as exact filters.
 */
function formQuery() {
  const text = entered('text')
  const years = {
    ...(entered('since') && { gte: Number(entered('since')) }),
    ...(entered('until') && { lte: Number(entered('until')) }),
  }
  const filter = [
    entered('region') && { term: { region: entered('region') } },
    entered('legal') && { term: { 'legal_status.keyword': entered('legal') } },
    Object.keys(years).length > 0 && { range: { founded_year: years } },
  ].filter(Boolean)
  if (text === '') return filter.length > 0 ? { bool: { filter } } : { match_all: {} }
  const typed = { query: text, fuzziness: 'AUTO', prefix_length: 1, minimum_should_match: '2<75%' }
  return {
    bool: {
      must: [{ match: { 'name.prefix': typed } }],
      should: [
        { match: { name: { query: text, boost: 2 } } },
        { match: { 'name.stem': { query: text, boost: 2 } } },
      ],
      ...(filter.length > 0 && { filter }),
    },
  }
}

function formSort() {
  const [field, order] = entered('sort').split(' ')
  return field ? [{ [field]: { order } }, 'id'] : undefined
}

function formAggs() {
  const field = entered('count')
  if (field === '') return undefined
  if (field === 'founded_year')
    return { decades: { histogram: { field, interval: 10, min_doc_count: 1 } } }
  return { [field === 'region' ? 'regions' : 'legal_forms']: { terms: { field, size: 15 } } }
}

/**
 * What each control of the form writes: members of the body that it replaces. All others stay as they
 * are.
 */
const membersOf = {
  query: () => ({ query: formQuery(), from: undefined, search_after: undefined }),
  sort: () => ({ sort: formSort(), from: undefined, search_after: undefined }),
  aggs: () => ({ aggs: formAggs(), aggregations: undefined }),
  size: () => ({ ...page(1), size: Number(entered('size')) }),
  page: () => page(Math.max(1, Math.floor(Number(entered('page'))) || 1)),
}

function page(wanted) {
  const size = bodyNow()?.size ?? 10
  $('page').value = wanted
  return { from: wanted > 1 ? (wanted - 1) * size : undefined, search_after: undefined }
}

/** Writes the part of the form that was changed into the body, and leaves the rest of it alone. */
function writeForm(part, origin = 'from the form') {
  const { query, sort, from, size, ...others } = { ...bodyNow(), ...membersOf[part]() }
  if (part !== 'page') $('page').value = 1
  const known = { query: query ?? formQuery(), sort, from, size, ...others }
  write(
    Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    origin,
    part,
  )
}

for (const id of ['text', 'region', 'legal', 'since', 'until'])
  $(id).addEventListener('input', () => writeForm('query'))
for (const [id, part] of [
  ['sort', 'sort'],
  ['count', 'aggs'],
  ['size', 'size'],
  ['page', 'page'],
]) {
  $(id).addEventListener('change', () => writeForm(part))
}
$('simple').addEventListener('submit', (event) => {
  event.preventDefault()
  void run()
})
$('index').addEventListener('change', () => {
  mark('index')
  showFamilyFields()
  void offerValues()
  foresee()
})

/** What the chosen index holds most often, for the inputs of the form. */
async function offerValues() {
  if (!credential()) return
  const terms = (field) => ({ terms: { field, size: 100 } })
  const body = {
    query: { match_all: {} },
    size: 0,
    aggs: { regions: terms('region'), legals: terms('legal_status.keyword') },
  }
  try {
    const { data } = await ask('POST', 'organizations/search', { index: family(), body })
    for (const id of ['regions', 'legals']) {
      const options = data.aggregations[id].buckets.map(({ key, doc_count }) =>
        make('option', { value: key }, `${doc_count}`),
      )
      $(id).replaceChildren(...options)
    }
  } catch {
    // the inputs do without
  }
}

// --------------------------------------------------------------------------------------------------------------
// presets

async function loadPresets() {
  const answer = await fetch(new URL('try/presets.json', base))
  for (const { title, about, index, body } of await answer.json()) {
    const chip = make('button', { type: 'button', 'aria-pressed': 'false' }, title)
    chip.addEventListener('click', () => {
      for (const other of $('presets').querySelectorAll('button'))
        other.setAttribute('aria-pressed', String(other === chip))
      document.querySelector(`[name=family][value="${index}"]`).checked = true
      $('simple').reset()
      showFamilyFields()
      void offerValues()
      $('about').textContent = about
      $('about').hidden = false
      write(body, `from “${title}”`)
      if (credential()) void run()
    })
    $('presets').append(make('li', {}, chip))
  }
}

// ----------------------------------------------------------------------------------------------------------------
// price

let foreseeing
/** A gateway whose YAML has no such call answers NOT_FOUND: it is not asked again. */
let canForesee = true

/**
 * Asks, when nothing was typed for a while, what the search would cost and whether it would pass.
 */
function foresee() {
  clearTimeout(foreseeing)
  foreseeing = setTimeout(async () => {
    const text = $('body').value
    if (!canForesee || !credential() || !bodyNow()) return
    try {
      const { data } = await ask('POST', 'organizations/search/explain', requestText())
      if (text !== $('body').value) return
      if (data.accepted) tellPrice(data.cost.total, data.cost.cap)
      else $('price').textContent = 'Query cost: shown when the body is valid'
      if (data.budget) tellBudget(data.budget.remaining, data.budget.limit, 'passes')
      showMistakes(data.problems.body?._errors ?? [])
    } catch ({ code }) {
      // else the answer of the search shows it
      canForesee = code !== 'NOT_FOUND' && code !== 'METHOD_NOT_ALLOWED'
    }
  }, 400)
}

function tellPrice(total, cap) {
  const most = cap ? ` (max ${number.format(cap)})` : ''
  $('price').textContent = `Query cost ${number.format(total)}${most}`
  if (!cap) return
  Object.assign($('price-meter'), { max: cap, value: total, hidden: false })
}

function tellBudget(remaining, limit, unit) {
  $('budget').textContent =
    `Rate limit: ${number.format(remaining)} of ${number.format(limit)} ${unit} left`
}

// ---------------------------------------------------------------------------------------------------------------
// search

/** The body of the request as it is sent and copied: the unchanged text of the editor. */
function requestText() {
  return `{"index":${JSON.stringify(family())},"body":${$('body').value.trim()}}`
}

let running = 0

async function run() {
  mark('index')
  if (!bodyNow()) return tellFault()
  if (!credential()) {
    clearResults('Log in or paste a key first.')
    $('sign-in').scrollIntoView()
    return $('email').focus()
  }
  const turn = ++running
  $('run').disabled = true
  $('summary').textContent = 'Searching …'
  const begin = performance.now()
  try {
    const answer = await ask('POST', 'organizations/search', requestText())
    if (turn !== running) return
    await showAnswer(answer, performance.now() - begin)
    bringIntoView($('results'))
  } catch (error) {
    if (turn === running) showRefusal(error)
  } finally {
    if (turn === running) $('run').disabled = false
  }
}
$('run').addEventListener('click', run)

/** Scrolls to what has come, unless it is well in sight. */
function bringIntoView(element) {
  const { top } = element.getBoundingClientRect()
  if (top >= 0 && top < innerHeight / 2) return
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  element.scrollIntoView({ behavior: isCalm ? 'auto' : 'smooth' })
}

/** A refusal, at what it names: the index, places in the body, or all of the request. */
function showRefusal(error) {
  clearResults('')
  const { index, body } = error.details ?? {}
  mark('index', index?._errors.join('; '))
  if (body) showMistakes(body._errors)
  fillProblem($('problem'), error)
  if (body) $('body').scrollIntoView({ block: 'nearest' })
  else bringIntoView($('results'))
}

function clearResults(summary) {
  $('summary').textContent = summary
  for (const place of ['problem', 'charts', 'table', 'hints']) $(place).replaceChildren()
  for (const place of ['table', 'pager', 'raw', 'map-place', 'hints']) $(place).hidden = true
}

async function showAnswer({ data, meta, headers, envelope }, ms) {
  clearResults('')
  showMistakes([])
  const { results, total, totalRelation, aggregations = {} } = data
  const cost = headers.get('X-Query-Cost')
  const parts = [
    `${totalRelation === 'gte' ? 'At least ' : ''}${number.format(total)} found`,
    `${Math.round(ms)} ms`,
  ]
  if (cost) {
    parts.push(`price ${cost}`)
    tellPrice(Number(cost), $('price-meter').hidden ? undefined : $('price-meter').max)
  }
  $('summary').textContent = parts.join(' · ')
  const left = headers.get('RateLimit-Remaining')
  if (left !== null) tellBudget(Number(left), Number(headers.get('RateLimit-Limit')), 'requests')
  $('hints').replaceChildren(...(meta?.hints ?? []).map((hint) => make('li', {}, hint)))
  $('hints').hidden = !meta?.hints
  $('charts').replaceChildren(
    ...Object.entries(aggregations).flatMap(([name, found]) => chartsOf(name, found)),
  )
  $('table').replaceChildren(...(results.length > 0 ? [tableOf(results.slice(0, mostRows))] : []))
  $('table').hidden = results.length === 0
  showPager(results.length, total)
  const whole = JSON.stringify(envelope, null, 2)
  $('raw-text').textContent = whole.length > mostLetters ? `${whole.slice(0, mostLetters)}…` : whole
  $('raw').hidden = false
  await showMap([...results.flatMap(pointOf), ...Object.values(aggregations).flatMap(cellsOf)])
}

/** Buttons to the pages around this one, where `from` does the paging. */
function showPager(shown, total) {
  const { from = 0, size = 10 } = bodyNow() ?? {}
  $('pager').hidden = shown === 0 || size === 0
  const part = shown > mostRows ? `; the table shows the first ${mostRows}` : ''
  $('range').textContent =
    `${number.format(from + 1)} to ${number.format(from + shown)} of ${number.format(total)}${part}`
  $('earlier').disabled = from === 0
  $('later').disabled = from + size >= Math.min(total, 10_000)
  $('page').value = Math.floor(from / Math.max(size, 1)) + 1
}
for (const [id, step] of [
  ['earlier', -1],
  ['later', 1],
]) {
  $(id).addEventListener('click', async () => {
    $('page').value = Number($('page').value) + step
    writeForm('page', $('origin').textContent)
    await run()
    $('results').focus()
  })
}

/** The most rows that are shown: thousands would hold up the browser. */
const mostRows = 500
/** The most letters of the whole answer that are shown. */
const mostLetters = 1_000_000

/** Columns that come first, and last. */
const firstColumns = ['name', 'city', 'region', 'legal_status', 'founded_year']
const lastColumns = ['id', '_score', '_sort']

function tableOf(results) {
  const names = new Set(
    results.flatMap((hit) => Object.keys(hit).filter((name) => hit[name] !== null)),
  )
  const middle = [...names].filter(
    (name) => !firstColumns.includes(name) && !lastColumns.includes(name),
  )
  const columns = [...firstColumns, ...middle, ...lastColumns].filter((name) => names.has(name))
  const head = make('tr', {}, ...columns.map((name) => make('th', { scope: 'col' }, name)))
  const rows = results.map((hit) =>
    make(
      'tr',
      {},
      ...columns.map((name, i) =>
        make(i === 0 ? 'th' : 'td', i === 0 ? { scope: 'row' } : {}, ...cell(hit[name], name)),
      ),
    ),
  )
  const caption = make('caption', { class: 'away' }, 'What was found')
  return make('table', {}, caption, make('thead', {}, head), make('tbody', {}, ...rows))
}

/** The letters of a value; what was found in a text is marked. */
function cell(value, name) {
  if (value === undefined || value === null) return []
  if (name === '_highlight') return Object.values(value).flat().flatMap(marked)
  if (name === '_score') return [value.toFixed(2)]
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}

function marked(text) {
  return [
    ...text
      .split(/(<em>.*?<\/em>)/g)
      .map((part) => (part.startsWith('<em>') ? make('mark', {}, part.slice(4, -5)) : part)),
    ' ',
  ]
}

// ---------------------------------------------------------------------------------------------------------------
// charts

/**
 * What an aggregation has found, as bars; numbers as tiles; those inside one that only narrows
 * down, by themselves.
 */
function chartsOf(name, found) {
  if (found.buckets) return [barsOf(name, bucketsOf(found.buckets))]
  const own = Object.entries(found).filter(([, value]) => typeof value === 'number')
  const inner = Object.entries(found).filter(
    ([, value]) => value && typeof value === 'object' && isAggregation(value),
  )
  const tiles = own.length > 0 ? [tilesOf(name, own)] : []
  return [...tiles, ...inner.flatMap(([key, value]) => chartsOf(`${name} › ${key}`, value))]
}

const isAggregation = (value) =>
  'buckets' in value || 'value' in value || 'doc_count' in value || 'count' in value

function bucketsOf(buckets) {
  if (Array.isArray(buckets)) return buckets.map((bucket) => [labelOf(bucket), bucket])
  return Object.entries(buckets)
}

function labelOf({ key, key_as_string, from, to }) {
  if (key_as_string !== undefined) return key_as_string
  if (key === undefined) return `${from ?? '…'} to ${to ?? '…'}`
  const parts = isPlain(key) ? [key] : Object.values(key)
  return parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(', ')
}

/** Numbers inside a bucket, by name; the buckets inside it as a line of text. */
function detailsOf(bucket) {
  return Object.entries(bucket).flatMap(([name, inner]) => {
    if (inner === null || typeof inner !== 'object') return []
    if (typeof inner.value === 'number') return [[name, number.format(inner.value)]]
    if (inner.buckets) {
      const most = bucketsOf(inner.buckets).slice(0, 3)
      return [
        [
          name,
          most.map(([label, { doc_count }]) => `${label} (${number.format(doc_count)})`).join(', '),
        ],
      ]
    }
    return []
  })
}

function barsOf(name, buckets) {
  const most = Math.max(1, ...buckets.map(([, { doc_count }]) => doc_count))
  const extra = [...new Set(buckets.flatMap(([, bucket]) => detailsOf(bucket).map(([key]) => key)))]
  const head = [name, 'Count', ...extra].map((text, i) =>
    make('th', { scope: 'col' }, i === 0 ? make('span', { class: 'away' }, text) : text),
  )
  const rows = buckets.map(([label, bucket]) => {
    const bar = make('span', { class: 'bar-fill' })
    bar.style.width = `${(100 * bucket.doc_count) / most}%`
    const own = Object.fromEntries(detailsOf(bucket))
    return make(
      'tr',
      {},
      make('th', { scope: 'row' }, label),
      make(
        'td',
        { class: 'amount' },
        make('span', { class: 'track', 'aria-hidden': 'true' }, bar),
        make('b', {}, number.format(bucket.doc_count)),
      ),
      ...extra.map((key) => make('td', {}, own[key] ?? '')),
    )
  })
  const top = make('thead', extra.length > 0 ? {} : { class: 'away' }, make('tr', {}, ...head))
  const table = make('table', { class: 'bars' }, top, make('tbody', {}, ...rows))
  const empty = make('p', { class: 'hint' }, 'nothing to count')
  const place = make(
    'div',
    { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': `Chart: ${name}` },
    buckets.length > 0 ? table : empty,
  )
  return make('figure', { class: 'chart' }, make('figcaption', {}, name), place)
}

function tilesOf(name, values) {
  const tiles = values.map(([key, value]) =>
    make('div', {}, make('dt', {}, key), make('dd', {}, number.format(value))),
  )
  return make(
    'figure',
    { class: 'chart' },
    make('figcaption', {}, name),
    make('dl', { class: 'tiles' }, ...tiles),
  )
}

// ------------------------------------------------------------------------------------------------------------------
// map

let leaflet
let map
let drawn

/**
 * A hit with a place: its latitude and longitude, what is said of it, and how many it stands for.
 */
function pointOf({ location, name, city, region, id }) {
  const place = coordinates(location)
  return place
    ? [{ place, title: name ?? id, lines: [[city, region].filter(Boolean).join(', ')], count: 1 }]
    : []
}

/** Buckets of a grid that have a centre. */
function cellsOf({ buckets }) {
  if (!Array.isArray(buckets)) return []
  return buckets.flatMap((bucket) => {
    const middle = Object.values(bucket).find((inner) => coordinates(inner?.location))
    const title = `${number.format(bucket.doc_count)} organizations`
    return middle
      ? [
          {
            place: coordinates(middle.location),
            title,
            lines: [labelOf(bucket)],
            count: bucket.doc_count,
          },
        ]
      : []
  })
}

/** `{lat, lon}`, `"lat,lon"` or `[lon, lat]`. */
function coordinates(location) {
  if (typeof location === 'string') return pair(location.split(',').map(Number))
  if (Array.isArray(location)) return pair([location[1], location[0]])
  return location && typeof location === 'object' ? pair([location.lat, location.lon]) : undefined
}

const pair = (place) => (place.length === 2 && place.every(Number.isFinite) ? place : undefined)

/** Leaflet and the outline come when the first map is needed. */
function loadLeaflet() {
  leaflet ??= (async () => {
    const style = make('link', { rel: 'stylesheet', href: 'try/leaflet.css' })
    const script = make('script', { src: 'try/leaflet.js' })
    const loaded = [style, script].map(
      (part) =>
        new Promise((resolve, reject) => Object.assign(part, { onload: resolve, onerror: reject })),
    )
    document.head.append(style, script)
    const [outline] = await Promise.all([
      fetch(new URL('try/world.json', base)).then((answer) => answer.json()),
      ...loaded,
    ])
    return { L: globalThis.L, outline }
  })()
  return leaflet
}

/** The most points that are drawn: more would only cover each other. */
const mostPoints = 2000

async function showMap(points) {
  $('map-place').hidden = points.length === 0
  if (points.length === 0) return
  const { L, outline } = await loadLeaflet()
  if (!map) {
    map = L.map('map', { minZoom: 1, maxZoom: 13, worldCopyJump: true, zoomSnap: 0.5 })
    map.attributionControl.setPrefix(false).addAttribution('Outline: Natural Earth')
    L.geoJSON(outline, {
      interactive: false,
      style: ({ properties }) => ({ className: properties.kind }),
    }).addTo(map)
    L.control.scale().addTo(map)
  }
  map.invalidateSize()
  drawn?.remove()
  const most = Math.max(...points.map(({ count }) => count))
  drawn = L.featureGroup(
    points.slice(0, mostPoints).map(({ place, title, lines, count }) => {
      const radius = most > 1 ? 6 + 18 * Math.sqrt(count / most) : 7
      const text = make(
        'div',
        {},
        make('b', {}, title),
        ...lines.filter(Boolean).map((line) => make('div', {}, line)),
      )
      return L.circleMarker(place, { radius, className: 'dot' }).bindPopup(text)
    }),
  ).addTo(map)
  map.fitBounds(drawn.getBounds(), { padding: [30, 30], maxZoom: 6, animate: false })
}

// ---------------------------------------------------------------------------------------------------------------
// fields

let known

async function loadFields() {
  try {
    showFields((await ask('GET', 'organizations/fields')).data)
  } catch (error) {
    $('fields-hint').textContent = error.message
  }
}

function showFields(data) {
  known = data.families
  showFamilyFields()
}

/** The fields of the chosen index, those that hold what is looked for. */
function showFamilyFields() {
  const name = family().replace('*', '')
  const fields = known?.[name]?.fields ?? []
  const wanted = entered('fields-filter').toLowerCase()
  const items = fields
    .flatMap(({ name, type, uses, subFields = {}, example }) => [
      { name, type, uses, example },
      ...Object.entries(subFields).map(([sub, subUses]) => ({
        name: sub,
        type: '',
        uses: subUses,
        isSub: true,
      })),
    ])
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(fieldItem)
  $('fields').replaceChildren(...items)
  $('fields').hidden = items.length === 0
  $('fields-tools').hidden = fields.length === 0
  $('fields-hint').textContent =
    known === undefined
      ? 'Sign in to see which fields a search may name.'
      : `${fields.length} fields of ${name}. Choose one to put its name into the body.`
}

function fieldItem({ name, type, uses, example, isSub }) {
  const put = make('button', { type: 'button', class: 'field' }, name)
  put.addEventListener('click', () => insert(JSON.stringify(name)))
  const line = make('div', {}, put, make('small', {}, [type, ...uses].filter(Boolean).join(' · ')))
  const sample = example === undefined ? [] : [make('code', {}, JSON.stringify(example))]
  return make('li', isSub ? { class: 'sub' } : {}, line, ...sample)
}

/** Puts a text into the editor, in place of what is selected. */
function insert(text) {
  const editor = $('body')
  editor.focus()
  editor.setRangeText(text, editor.selectionStart, editor.selectionEnd, 'end')
  editor.dispatchEvent(new Event('input'))
}

$('fields-filter').addEventListener('input', showFamilyFields)

// -----------------------------------------------------------------------------------------------------------------
// copy

/** A text as one word of a POSIX shell. */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * The search as a line for a shell. @param secret the credential, or the name of a variable that
 * holds it.
 */
function curlLine(secret) {
  const url = new URL('organizations/search', api)
  const header = secret ? quoted(`Authorization: Bearer ${secret}`) : '"Authorization: Bearer $KEY"'
  return (
    `curl -s ${quoted(url.href)} -H ${header} -H 'Content-Type: application/json' -d ` +
    `${quoted(prettyRequest())}`
  )
}

/** The request, with the body as in the editor. */
function prettyRequest() {
  return (
    `{\n  "index": ${JSON.stringify(family())},\n  "body": ` +
    `${$('body').value.trim().replaceAll('\n', '\n  ')}\n}`
  )
}

async function copy(text, shown, title) {
  let isCopied = true
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    isCopied = copyOldWay(text) // a page that is not of https or of this machine has no clipboard
  }
  $('copied-title').textContent = isCopied
    ? `${title}: copied`
    : `${title}: the browser does not let this page copy; mark it and press Ctrl+C`
  $('copied-text').textContent = isCopied ? shown : text
  $('copied').hidden = false
  say($('copied-title').textContent)
}

function copyOldWay(text) {
  const place = make('textarea', { class: 'away', readonly: '', '.value': text })
  document.body.append(place)
  place.select()
  const isDone = document.execCommand('copy')
  place.remove()
  return isDone
}

$('curl').addEventListener('click', () => {
  if (!bodyNow()) return tellFault()
  const secret = $('with-credential').checked ? credential() : undefined
  const masked = secret && `${secret.slice(0, 12)}…`
  const title = secret ? 'curl, with your credential' : 'curl, with the key in $KEY'
  void copy(curlLine(secret), curlLine(masked), title)
})

$('typescript').addEventListener('click', () => {
  if (!bodyNow()) return tellFault()
  const text = typescriptText()
  void copy(text, text, 'TypeScript')
})

/** The search with the typed client of this API, whose key is in the environment. */
function typescriptText() {
  const request = prettyRequest().replace('"index":', 'index:').replace('"body":', 'body:')
  return `import { DirectoryClient } from 'nonprofit-directory-client'

const directory = new DirectoryClient({
  baseUrl: '${base.href.replace(/\/$/, '')}',
  apiKey: process.env.KEY ?? '',
})
const { results, total } = await directory.search(${request})
console.log(total, results)
`
}

// -----------------------------------------------------------------------------------------------------------------
// keys

async function listKeys() {
  try {
    const { data } = await ask('GET', 'api-keys')
    $('keys-table').replaceChildren(...(data.keys.length > 0 ? [keysTable(data.keys)] : []))
    $('keys-table').hidden = data.keys.length === 0
    $('keys-status').textContent =
      data.total === 0
        ? 'There is no key yet.'
        : `${number.format(data.total)} ${data.total === 1 ? 'key' : 'keys'}`
  } catch (error) {
    tellRefusal('keys', error)
  }
}

function keysTable(keys) {
  const head = ['Name', 'Prefix', 'State', 'Expires', 'Last used', ''].map((text, i) =>
    make('th', { scope: 'col', ...(i === 5 && { 'aria-label': 'What to do' }) }, text),
  )
  const rows = keys.map((key) => {
    const { id, name, prefix, state, expiresAt, lastUsedAt } = key
    const revoke = make(
      'button',
      { type: 'button', class: 'quiet', 'aria-label': `Revoke ${name}` },
      'Revoke',
    )
    revoke.addEventListener('click', () => revokeKey(revoke, id, name))
    return make(
      'tr',
      {},
      make('th', { scope: 'row' }, name),
      make('td', {}, make('code', {}, prefix)),
      make('td', {}, make('span', { class: `state ${state}` }, state)),
      make('td', {}, day.format(new Date(expiresAt))),
      make('td', {}, lastUsedAt ? day.format(new Date(lastUsedAt)) : 'never'),
      make('td', {}, ...(state === 'active' ? [revoke] : [])),
    )
  })
  const caption = make('caption', { class: 'away' }, 'Your API keys')
  return make(
    'table',
    {},
    caption,
    make('thead', {}, make('tr', {}, ...head)),
    make('tbody', {}, ...rows),
  )
}

/** The first press asks, the second one does it. */
async function revokeKey(button, id, name) {
  if (!button.classList.contains('sure')) {
    label(button, 'Really revoke?', `Really revoke ${name}?`)
    button.addEventListener('blur', () => label(button, 'Revoke', `Revoke ${name}`), { once: true })
    return
  }
  try {
    await ask('DELETE', `api-keys/${id}`)
    await listKeys()
    say(`${name} is revoked`)
    $('keys-table').focus()
  } catch (error) {
    tellRefusal('keys', error)
  }
}

function label(button, text, told) {
  button.textContent = text
  button.setAttribute('aria-label', told)
  button.classList.toggle('sure', text !== 'Revoke')
}

$('make-key').addEventListener('submit', async (event) => {
  event.preventDefault()
  clearMistakes('keys')
  const days = entered('key-days')
  try {
    const { data } = await ask('POST', 'api-keys', {
      name: entered('key-name'),
      ...(days !== '' && { expiresIn: Number(days) }),
    })
    $('key-name').value = ''
    $('fresh-key').textContent = data.key
    $('fresh').hidden = false
    await listKeys()
    say('The key is made. Store it now: it will not be shown again.')
    $('fresh-copy').focus()
  } catch (error) {
    tellRefusal('keys', error)
  }
})

$('fresh-copy').addEventListener('click', async () => {
  try {
    await navigator.clipboard.writeText($('fresh-key').textContent)
    say('Key copied')
    $('fresh-copy').textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren($('fresh-key'))
  }
})
$('fresh-use').addEventListener('click', () =>
  useKey($('fresh-key').textContent, (error) => tellRefusal('keys', error)),
)

write({ query: formQuery() }, 'from the form')
earlier.length = 0
$('undo').disabled = true
void loadPresets()
