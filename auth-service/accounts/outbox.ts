import { log } from '../../kit/log/log.js'
import { counter } from '../../kit/metrics/prometheus.js'
import { Signal } from '../store/feed.js'
import type { LinkRecord, QueuedMail, Store } from '../store/store.js'
import { type AccountLinks, makeLinkToken } from './links.js'
import { linkTo, mailText } from './mail-texts.js'
import type { SendMail } from './mailer.js'

/** How often the store is read for mails, which another process may have left. */
const pollMs = 15_000

/** A try ends after this time; its mail belongs to the process until then, and some more. */
const tryMs = 60_000
const leaseMs = 2 * tryMs

/** How long an orderly end waits for a mail. */
const graceMs = 3000

/** The pause after a failed try: doubled each time, up to the longest. */
const [firstPauseMs, longestPauseMs] = [5000, 900_000]

const count = counter({
  name: 'directory_auth_mails_total',
  help:
    'Mails by outcome of a try: sent; failed, to be tried again; refused by the server for good; ' +
    'dropped after a day.',
  labels: ['outcome'],
  known: ['sent', 'failed', 'refused', 'dropped'],
})

type Sending = LinkRecord & { mail: QueuedMail }

interface OutboxOptions {
  store: Store
  links: AccountLinks
  publicUrl: string
  /** Domain of the Message-IDs. */
  domain: string
  send: SendMail
  now: () => number
}

/**
 * Sends the mails of the store. A mail is taken before it is sent, in one change of its record, so
 * that one process sends it; and removed from the record after the server has accepted it. A
 * process that is killed between these two leaves a mail that is sent again, with the same
 * Message-ID (docs/auth-service.md, Accounts).
 */
export class Outbox {
  readonly #options: OutboxOptions
  readonly #signal = new Signal()
  readonly #ending = new AbortController()
  #isWoken = true
  #isClosing = false
  #running: Promise<void>

  constructor(options: OutboxOptions) {
    this.#options = options
    this.#running = this.#run()
  }

  /** A mail was queued. It is sent after the answer, whose time must not show that there is one. */
  wake(): void {
    this.#isWoken = true
    setImmediate(() => this.#signal.fire())
  }

  /** Ends after the mail that is being sent, which is cut off if it takes too long. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#signal.fire()
    const cutOff = setTimeout(() => this.#ending.abort(), graceMs)
    await this.#running
    clearTimeout(cutOff)
  }

  async #run(): Promise<void> {
    // no other process sends from a store that is not shared: what was taken is left over
    await this.#guarded(() => (this.#options.store.isShared ? Promise.resolve() : this.#release()))
    while (!this.#isClosing) {
      this.#isWoken = false
      const pause = await this.#guarded(() => this.#round())
      if (!this.#isWoken && !this.#isClosing)
        await this.#signal.wait(Math.min(pause ?? pollMs, pollMs))
    }
  }

  /** The store may be unavailable: the next round tries again. */
  async #guarded<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await work()
    } catch (err) {
      log.error({ err }, 'the mails could not be read from the store')
      return undefined
    }
  }

  async #release(): Promise<void> {
    const { store, now } = this.#options
    const taken = (await store.list('links')).filter(({ mail }) => mail && mail.tries > 0)
    await store.changeAll(
      'links',
      taken.map(({ id }) => id),
      (link) => link.mail && { ...link, mail: { ...link.mail, dueAt: now() } },
    )
  }

  /** Sends what is due. @returns milliseconds until the next is due. */
  async #round(): Promise<number> {
    const { store, now } = this.#options
    for (const link of (await store.list('links')).filter(isWaiting)) {
      if (this.#isClosing) break
      if (link.expiresAt <= now()) await this.#giveUp(link)
      else if (link.mail.dueAt <= now()) await this.#try(link)
    }
    const dues = (await store.list('links')).filter(isWaiting).map(({ mail }) => mail.dueAt)
    return Math.max(0, Math.min(...dues, Number.MAX_SAFE_INTEGER) - now())
  }

  async #giveUp({ id, mail: { tries } }: Sending): Promise<void> {
    log.error({ link: id, tries }, 'a mail was dropped: it could not be sent for a day')
    count(['dropped'])
    await this.#options.store.remove('links', [id])
  }

  async #try({ id }: LinkRecord): Promise<void> {
    const taken = await this.#take(id)
    if (!taken) return // another process was faster, or it was used
    const { link, token, expiresAt } = taken
    try {
      await this.#send(link, token)
      if (link.purpose === 'notice') await this.#options.store.remove('links', [id])
      else await this.#settle(id, ({ mail: _, ...sent }) => ({ ...sent, expiresAt }))
    } catch (error) {
      const { code, responseCode } = error as { code?: string; responseCode?: number }
      log.error({ link: id, code, responseCode, tries: link.mail.tries }, 'a mail was not sent')
      const isRefused = isRefusedForGood(error)
      count([isRefused ? 'refused' : 'failed'])
      if (isRefused) await this.#settle(id, ({ mail: _, ...refused }) => refused)
      else if (!this.#ending.signal.aborted)
        await this.#settle(id, (failed) => ({
          ...failed,
          mail: { ...link.mail, dueAt: this.#options.now() + pauseMs(link.mail.tries) },
        }))
    }
  }

  /** Takes a mail that is due, with a token of its own. */
  async #take(id: string) {
    const { store, links, now } = this.#options
    let taken: { link: Sending; token: string; expiresAt: number } | undefined
    await store.change('links', id, (link) => {
      taken = undefined
      if (!isWaiting(link) || link.mail.dueAt > now()) return undefined
      const expiresAt = now() + links.lifeMs(link.purpose)
      const { token, kept } = makeLinkToken(id, expiresAt)
      const mail = { ...link.mail, tries: link.mail.tries + 1, dueAt: now() + leaseMs }
      const valid = link.tokens.filter((one) => one.expiresAt > now())
      const next = { ...link, tokens: [...valid, kept], mail }
      taken = { link: next, token, expiresAt }
      return next
    })
    return taken as { link: Sending; token: string; expiresAt: number } | undefined
  }

  async #settle(id: string, change: (link: LinkRecord) => LinkRecord): Promise<void> {
    await this.#options.store.change('links', id, (link) => (link.mail ? change(link) : undefined))
  }

  async #send({ id, email, purpose, mail }: Sending, token: string): Promise<void> {
    const { links, publicUrl, domain, send } = this.#options
    if (mail.template === 'none') return
    const isNotice = purpose === 'notice'
    const text = mailText(mail.template, {
      publicUrl,
      link: isNotice ? `${publicUrl}/account` : linkTo(publicUrl, purpose, token),
      ...(!isNotice && { seconds: links.lifeMs(purpose) / 1000 }),
    })
    const signal = AbortSignal.any([this.#ending.signal, AbortSignal.timeout(tryMs)])
    await send({ to: email, messageId: `<${id}@${domain}>`, ...text }, signal)
    count(['sent'])
  }
}

function isWaiting(link: LinkRecord): link is Sending {
  return link.mail !== undefined
}

function pauseMs(tries: number): number {
  return Math.min(firstPauseMs * 2 ** (tries - 1), longestPauseMs)
}

/** Whether the server has refused the mail itself: a further try would be refused too. */
function isRefusedForGood(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}
