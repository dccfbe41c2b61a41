import type { Country } from './places.js'

/** The countries of the sample that do not write Latin letters. */
export const countriesOfOtherScripts: readonly Country[] = [
  {
    code: 'GR',
    language: 'el',
    taxCode: '#########',
    zip: '### ##',
    streets: ['Οδός Ερμού', 'Λεωφόρος Αλεξάνδρας'],
    numberFirst: false,
    cities: [
      ['Αθήνα', 'Αττική', 37.9838, 23.7275, 'Athens'],
      ['Θεσσαλονίκη', 'Κεντρική Μακεδονία', 40.6401, 22.9444, 'Thessaloniki'],
      ['Ηράκλειο', 'Κρήτη', 35.3387, 25.1442, 'Heraklion'],
    ],
  },
  {
    code: 'UA',
    language: 'uk',
    taxCode: '########',
    zip: '#####',
    streets: ['вул. Хрещатик', 'вул. Шевченка', 'просп. Свободи'],
    numberFirst: false,
    cities: [
      ['Київ', 'Київ', 50.4501, 30.5234, 'Kyiv'],
      ['Львів', 'Львівська область', 49.8397, 24.0297, 'Lviv'],
      ['Харків', 'Харківська область', 49.9935, 36.2304, 'Kharkiv'],
    ],
  },
  {
    code: 'EG',
    language: 'ar',
    taxCode: '###-###-###',
    zip: '#####',
    streets: ['شارع التحرير', 'شارع النيل'],
    numberFirst: true,
    cities: [
      ['القاهرة', 'محافظة القاهرة', 30.0444, 31.2357, 'Cairo'],
      ['الإسكندرية', 'محافظة الإسكندرية', 31.2001, 29.9187, 'Alexandria'],
      ['أسوان', 'محافظة أسوان', 24.0889, 32.8998, 'Aswan'],
    ],
  },
  {
    code: 'IL',
    language: 'he',
    taxCode: '58#######',
    zip: '#######',
    streets: ['רחוב הרצל', 'שדרות רוטשילד'],
    numberFirst: false,
    cities: [
      ['חיפה', 'מחוז חיפה', 32.794, 34.9896, 'Haifa'],
      ['תל אביב', 'מחוז תל אביב', 32.0853, 34.7818, 'Tel Aviv'],
      ['באר שבע', 'מחוז הדרום', 31.2518, 34.7913, 'Beersheba'],
    ],
  },
  {
    code: 'IN',
    language: 'hi',
    taxCode: '@@@T@####@',
    zip: '######',
    streets: ['महात्मा गांधी मार्ग', 'स्टेशन रोड'],
    numberFirst: true,
    cities: [
      ['दिल्ली', 'दिल्ली', 28.6139, 77.209, 'Delhi'],
      ['जयपुर', 'राजस्थान', 26.9124, 75.7873, 'Jaipur'],
      ['वाराणसी', 'उत्तर प्रदेश', 25.3176, 82.9739, 'Varanasi'],
    ],
  },
  {
    code: 'CN',
    language: 'zh',
    taxCode: '5310############',
    zip: '######',
    streets: ['人民路', '中山路', '建国门大街'],
    numberFirst: false,
    cities: [
      ['北京', '北京市', 39.9042, 116.4074, 'Beijing'],
      ['上海', '上海市', 31.2304, 121.4737, 'Shanghai'],
      ['成都', '四川省', 30.5728, 104.0668, 'Chengdu'],
    ],
  },
  {
    code: 'JP',
    language: 'ja',
    taxCode: '#############',
    zip: '###-####',
    streets: ['中央通り', '本町', '桜木町'],
    numberFirst: false,
    cities: [
      ['東京', '東京都', 35.6762, 139.6503, 'Tokyo'],
      ['大阪', '大阪府', 34.6937, 135.5023, 'Osaka'],
      ['札幌', '北海道', 43.0618, 141.3545, 'Sapporo'],
    ],
  },
  {
    code: 'KR',
    language: 'ko',
    taxCode: '###-##-#####',
    zip: '#####',
    streets: ['세종대로', '중앙로', '해운대로'],
    numberFirst: false,
    cities: [
      ['서울', '서울특별시', 37.5665, 126.978, 'Seoul'],
      ['부산', '부산광역시', 35.1796, 129.0756, 'Busan'],
      ['제주', '제주특별자치도', 33.4996, 126.5312, 'Jeju'],
    ],
  },
]
