/**
 * Letters with the ASCII that stands for them where no decomposition shows it: first the ASCII,
 * then the letters.
 */
const ownFoldings = `
  "«»“”„″‶❝❞❮❯ %⁒ '‘’‚‛′‵‹›❛❜ (❨❪ ((⸨ )❩❫ ))⸩ *⁎ -‐‑‒–—⁻₋ /⁄ 0⓿ 1⓵❶➀➊ 10⓾❿➉➓ 11⓫ 12⓬ 13⓭ 14⓮ 15⓯ 16⓰
  17⓱ 18⓲ 19⓳ 2⓶❷➁➋ 20⓴ 3⓷❸➂➌ 4⓸❹➃➍ 5⓹❺➄➎ 6⓺❻➅➏ 7⓻❼➆➐ 8⓼❽➇➑ 9⓽❾➈➒ ;⁏ <❬❰ >❭❱ AƏȺᴀ AAꜲ AEÆǢǼᴁ AOꜴ AUꜶ
  AVꜸꜺ AYꜼ BƁƂɃʙᴃ CƇȻʗᴄ DÐĐƉƊƋᴅᴆꝹ EƎƐɆᴇⱻ FƑꜰꝻꟻ GƓǤǥǧɢʛꝽꝾ HĦʜⱧⱵ HVǶ IƖƗɪᵻꟾ JɈᴊ KƘᴋⱩꝀꝂꝄ LĿŁȽʟᴌⱠⱢꝆꝈꞀ LLỺ
  MƜᴍⱮꟽꟿ NŊƝȠɴᴎ OØƆƟǾᴏᴐꝊꝌ OEŒɶ OOꝎ OUȢᴕ PƤᴘⱣꝐꝒꝔ QɊꝖꝘ RɌʀʁᴙᴚⱤꝚꞂ Sꜱꞅ SSẞ TŦƬƮȾᴛꞆ THÞꝦ TZꜨ UɄᴜᵾ VƲɅᴠỼꝞꝨ
  VYꝠ WǷᴡⱲ YƳɎʏỾ ZƵȜȤᴢⱫꝢ [⁅❲ ]⁆❳ ^‸ aɐəɚᶏᶕẚₔⱥⱯ aaꜳ aeæǣǽᴂ aoꜵ auꜷ avꜹꜻ ayꜽ bƀƃɓᵬᶀ cƈȼɕↄꜾꜿ dðđƌȡɖɗᵭᶁᶑꝺ
  dbȸ dzʣʥ eǝɇɘɛɜɝɞʚᴈᶒᶓᶔⱸ fƒᵮᶂẛꝼ gɠɡᵷᵹᶃꝿ hħɥɦʮʯⱨⱶ hvƕ iıɨᴉᵼᶖ jȷɉɟʄʝ kƙʞᶄⱪꝁꝃꝅ lŀłƚȴɫɬɭᶅⱡꝇꝉꞁ llỻ lsʪ lzʫ
  mɯɰɱᵯᶆ nŉŋƞȵɲɳᵰᶇ oøǿɔɵᴖᴗᶗⱺꝋꝍ oeœᴔ ooꝏ ouȣ pƥᵱᵽᶈꝑꝓꝕꟼ qĸɋʠꝗꝙ qpȹ rɍɼɽɾɿᵲᵳᶉꝛꞃ sȿʂᵴᶊẜẝꞄ ssß tŧƫƭȶʇʈᵵⱦ tcʨ
  thþᵺꝧ tsʦ tzꜩ uʉᶙ ueᵫ vʋʌᶌⱱⱴꝟ vyꝡ wƿʍⱳ xᶍ yƴɏʎỿ zƶȝȥɀʐʑᵶᶎⱬꝣ {❴ }❵ ~⁓`

const folded = new Map<string, string>()
for (const entry of ownFoldings.trim().split(/\s+/)) {
  const [, ascii = '', letters = ''] = /^([!-~]+)(.+)$/u.exec(entry) ?? []
  for (const letter of letters) folded.set(letter, ascii)
}

/**
 * Where the table of Lucene follows the decompositions of Unicode; elsewhere it leaves the letters
 * as they are.
 */
const decomposable =
  /[\u00b2-\u00b3\u00b9\u00c0-\u0233\u1d62-\u1d65\u1e00-\u1ef9\u203c\u2047-\u2049\u2070-\u2093\u2460-\u24ea\u2c7c\ufb00-\ufb04\ufb06\uff01-\uff3f\uff41-\uff5b\uff5d-\uff5e]/

/**
 * Letters without accents, in ASCII where they are Latin, as Lucene's ASCIIFoldingFilter writes
 * them: Straße is Strasse.
 */
export function asciiFolded(word: string): string {
  return word.replace(/[\u0080-\uffff]/g, fold)
}

function fold(letter: string): string {
  const known = folded.get(letter)
  if (known !== undefined) return known
  const plain = decomposable.test(letter) ? letter.normalize('NFKD').replace(/\p{M}/gu, '') : letter
  const result = /^[ -~]+$/.test(plain) ? plain : letter
  folded.set(letter, result)
  return result
}
