import type { Language } from './places.js'
import type { Cause } from './words.js'

const languages = 'en fr de es pt pl tr el uk ar he hi zh ja ko'.split(' ') as Language[]

/** What the sample's organizations work for. */
export const causes: readonly Cause[] = [
  cause(
    'C32',
    'Clean Water|Eau potable|Sauberes Wasser|Agua Limpia|Água Limpa|Czysta Woda|Temiz ' +
      'Su|Καθαρό Νερό|Чиста вода|المياه النظيفة|מים נקיים|स्वच्छ जल|清洁饮水|きれいな水|맑은물',
    [
      'digs wells and keeps drinking water safe',
      'restores rivers, lakes and wetlands',
      'teaches schools to save water',
    ],
  ),
  cause(
    'E30',
    'Community Health|Santé pour tous|Gesundheit|Salud Comunitaria|Saúde da Família|Zdrowie ' +
      'dla Wszystkich|Toplum Sağlığı|Υγεία για Όλους|Здоровʼя громади|الصحة للجميع|בריאות ' +
      'הקהילה|जन स्वास्थ्य|健康促进|健康づくり|건강사랑',
    [
      'runs clinics that turn no one away',
      'trains nurses and midwives',
      'pays for the medicine of families without insurance',
    ],
  ),
  cause(
    'B20',
    'Education|Éducation pour ' +
      'tous|Bildung|Educación|Educação|Edukacja|Eğitim|Παιδεία|Освіта|التعليم|חינוך|शिक्षा|教育发展|教育支援|교육나눔',
    [
      'gives scholarships to first-generation students',
      'opens libraries in villages',
      'tutors children after school',
    ],
  ),
  cause(
    'P30',
    "Children's Hope|Enfance heureuse|Kinderhilfe|Esperanza Infantil|Criança " +
      'Esperança|Szczęśliwe Dzieci|Çocuk Umudu|Χαμόγελο του Παιδιού|Щасливі діти|رعاية ' +
      'الأطفال|ילדים ותקווה|बाल विकास|儿童关爱|子ども未来|어린이희망',
    [
      'finds foster families',
      'gives breakfast to school children',
      'defends the rights of children',
    ],
  ),
  cause(
    'C30',
    'Forest and Wildlife|Forêts et nature|Wald und Natur|Bosques y Naturaleza|Floresta ' +
      'Viva|Lasy i Przyroda|Orman ve Doğa|Δάση και Φύση|Ліс і природа|حماية البيئة|יער וטבע|वन ' +
      'एवं पर्यावरण|绿色环境|森と自然|숲과자연',
    [
      'plants native trees',
      'counts birds and protects their nesting places',
      'takes polluters to court',
    ],
  ),
  cause(
    'A20',
    'Arts and Music|Arts et musique|Kunst und Musik|Arte y Música|Arte e Música|Sztuka i ' +
      'Muzyka|Sanat ve Müzik|Τέχνη και Μουσική|Мистецтво і музика|الفنون والموسيقى|אמנות ' +
      'ומוזיקה|कला और संगीत|文化艺术|音楽と芸術|문화예술',
    [
      'lends instruments to young players',
      'keeps an old theatre alive',
      'holds a summer festival on the river',
    ],
  ),
  cause(
    'K31',
    'Food Bank|Banque alimentaire|Die Tafel|Banco de Alimentos|Banco de Alimentos|Bank ' +
      'Żywności|Gıda Bankası|Τράπεζα Τροφίμων|Банк їжі|بنك الطعام|בנק מזון|अन्न ' +
      'सेवा|食物银行|フードバンク|푸드뱅크',
    [
      'collects what shops would throw away',
      'cooks warm meals for 300 people a day',
      'grows vegetables on empty lots',
    ],
  ),
  cause(
    'L20',
    'Homes and Shelter|Un toit pour chacun|Obdach|Techo Digno|Moradia Digna|Dom i ' +
      'Schronienie|Barınma ve Yuva|Στέγη για Όλους|Дім і притулок|السكن الكريم|בית וקורת גג|आवास ' +
      'सहयोग|安居互助|住まいの支援|보금자리',
    [
      'builds houses together with those who will live there',
      'runs night shelters',
      'advises tenants free of charge',
    ],
  ),
  cause(
    'P84',
    'Refugee Welcome|Accueil des réfugiés|Flüchtlingshilfe|Acogida de Refugiados|Acolhida aos ' +
      'Refugiados|Pomoc Uchodźcom|Mülteci Dayanışma|Υποδοχή Προσφύγων|Допомога біженцям|إغاثة ' +
      'اللاجئين|סיוע לפליטים|शरणार्थी सहायता|难民援助|難民支援|난민지원',
    [
      'meets families at the station',
      'gives language lessons and legal advice',
      'finds work for newcomers',
    ],
  ),
  cause(
    'D20',
    'Animal Rescue|Protection animale|Tierschutz|Rescate Animal|Proteção Animal|Ochrona ' +
      'Zwierząt|Hayvan Koruma|Προστασία Ζώων|Захист тварин|الرفق بالحيوان|צער בעלי חיים|पशु ' +
      'कल्याण|动物保护|動物愛護|동물사랑',
    [
      'shelters dogs and cats',
      'nurses injured wild animals',
      'vaccinates the animals of poor owners',
    ],
  ),
  cause(
    'P81',
    'Care of the Elderly|Aide aux aînés|Seniorenhilfe|Cuidado de Mayores|Apoio ao Idoso|Pomoc ' +
      'Seniorom|Yaşlı Bakım|Φροντίδα Ηλικιωμένων|Турбота про літніх|رعاية المسنين|רווחת ' +
      'הקשיש|वृद्ध सेवा|敬老助老|高齢者福祉|어르신돌봄',
    [
      'visits people who live alone',
      'drives the elderly to the doctor',
      'brings old and young together in one kitchen',
    ],
  ),
  cause(
    'U40',
    'Science and Research|Science et recherche|Wissenschaft|Ciencia e Investigación|Ciência e ' +
      'Pesquisa|Nauka i Badania|Bilim ve Araştırma|Επιστήμη και Έρευνα|Наука і ' +
      'дослідження|العلوم والبحث|מדע ומחקר|विज्ञान अनुसंधान|科学研究|科学研究|과학연구',
    [
      'funds young researchers',
      'opens a science museum on Sundays',
      'measures air and water with volunteers',
    ],
  ),
]

function cause(code: string, words: string, work: readonly string[]): Cause {
  const each = words.split('|')
  return {
    code,
    work,
    words: Object.fromEntries(languages.map((language, i) => [language, each[i]!])) as Record<
      Language,
      string
    >,
  }
}
