import { readFileSync } from 'node:fs'
import { toUuid } from '../../../auth-service/kit/uuid.js'
import { isGuessable } from '../../../auth-service/passwords/guessable.js'
import { passwordMistake } from '../../../auth-service/passwords/rules.js'

describe('passwords', () => {
  const own = ['ada.lovelace@example.org', 'Ada Lovelace']

  test.each(['', 'short', 'fourteen chars', 'ｓhort', '👍👍👍👍👍👍👍👍'])(
    '%s is too short',
    async (password) =>
      expect(await passwordMistake('password', password, { minLength: 15, own })).toBe(
        'password must have at least 15 characters',
      ),
  )
  const common = `
    password1234 | Password1234! | P4ssw0rd2019 | passwordpassword | letmein-letmein |
    123456789012 | 098765432109 | qwertyuiop12 | qwertyuiopasdf | 1q2w3e4r5t6y | zaq12wsxcde3 |
    iloveyou2024 | aaaaaaaaaaaaaa | abababababab | abcdefghijkl | Administrator1 |
    Nonprofit2024! | lovelace12345 | counterstrike | GHBDTNRFRLTKF | mailcreated5240 |
    ada.lovelace@example.org | correcthorsebatterystaple | correct horse battery staple |
    C0rrect-H0rse-Battery-Staple! | CorrectHorseBatteryStaple2026 | Summer2026!!! |
    SUMMER2026!!! | Summ3r 2026 !!! | summersummer2026 | Winter20261231!!! | metallica123 |
    M3tallica123 | metallicametallica | my metallica 2026 | liverpoolfc1 | l1verp00lfc1 |
    Liverpoolfc2026! | example.org1 | www.example.org1 | Example.Org2026! | adalovelaceexample1 |
    mypassword123 | MyP@ssw0rd12345 | thisismypassword1 | yournewpassword! | new-pass-word-2026 |
    pass word 123 | p a s s w o r d 1 2 3 | passwordqwerty123 | password1qaz2wsx |
    drowssap12345678 | dragonsummer2026 | maytheforcebewithyou1 | welcome to the jungle |
    blink182blink182 | 123hottie123hottie`
  test.each(common.split('|').map((one) => one.trim()))('%s is guessable', (password) =>
    expect(isGuessable(password, own)).toBe(true),
  )
  test.each([
    ['flow.mi0k3abc@example.net', 'flow.mi0k3abc@example.net1'],
    ['x7@charity.org', 'x7@charity.org-2026'],
    ['a1b2c3d4e5@example.org', 'A1B2C3D4E5_2026!'],
  ])('of the account %s, %s is guessable', (email, password) =>
    expect(isGuessable(password, [email, ''])).toBe(true),
  )
  const page = readFileSync('docs/operating.md', 'utf8')
  const [, printed] = /BOOTSTRAP_PASSWORD='([^']+)' npm run start:auth/.exec(page)!
  const good = `
    marble-otter-canyon | velvet-anchor-tulip | xK9#mQ2vLp4wT7z | 830472619503172 | Vq3-rT9x_LmZ02bn |
    пароль-надёжный-весна | 長い長い日本語の合言葉ですよ、本当に | sunshine over dragon hill |
    summer rain on tin roofs | a long enough phrase`
  test.each([
    printed!,
    ...good.split('|').map((one) => one.trim()),
    'a'.repeat(3) + 'The quick brown fox jumps'.repeat(40),
  ])('%s is accepted', (password) => expect(isGuessable(password, own)).toBe(false))
  test.each([
    ['random', 'xK9#mQ2vLp4wT7z+R8sB3!nY6@cF5$gH'],
    ['digits', '19122019830472619503172'],
  ])('1024 characters take no longer than 64: %s', (_, text) => {
    const timeOf = (length: number) => {
      const start = performance.now()
      isGuessable(text.repeat(128).slice(0, length), own)
      return performance.now() - start
    }
    timeOf(64)
    const times = [1, 2, 3].map(() => timeOf(1024) / timeOf(64))
    expect(Math.min(...times)).toBeLessThan(3)
  })
})

test('a name has one UUID of version 5', () => {
  expect(toUuid('a')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  )
  expect(toUuid('a')).toBe(toUuid('a'))
  expect(toUuid('a')).not.toBe(toUuid('b'))
})
