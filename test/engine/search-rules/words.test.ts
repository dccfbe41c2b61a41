import { countWords } from '../../../packages/query-guard/src/index.js'
import { EngineClient } from '../differential/engines.js'

const node = new EngineClient(process.env.TEST_ENGINE_URL!)

/** How many words the standard analyzer makes of each text. */
async function analyzed(texts: readonly string[]): Promise<number[]> {
  const answer = await node.expect('POST', '/_analyze', { analyzer: 'standard', text: texts })
  const { tokens } = answer as { tokens: { start_offset: number }[] }
  let end = 0
  return texts.map((text) => {
    const begin = end
    end += text.length + 1
    return tokens.filter(({ start_offset }) => start_offset >= begin && start_offset < end).length
  })
}

test('no sign lets words stand apart for the analyzer alone', async () => {
  const isSurrogate = (code: number) => code >= 0xd800 && code <= 0xdfff
  const codes = Array.from({ length: 0xfffe - 0x20 }, (_, i) => i + 0x20).filter(
    (code) => !isSurrogate(code),
  )
  for (let at = 0; at < codes.length; at += 500) {
    const texts = codes
      .slice(at, at + 500)
      .map((code) => ['ab', 'cd', '12', '', 'x'].join(String.fromCharCode(code)))
    const made = await analyzed(texts)
    expect(texts.filter((text, i) => countWords(text) < made[i]!)).toEqual([])
  }
})
