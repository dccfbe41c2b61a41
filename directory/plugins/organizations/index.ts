import { defineVocabulary } from '../../../plugins/kit/vocabulary.js'
import { fieldWords, promisedFields } from '../../fields/names.js'
import { countByState, readByState } from './by-state.js'
import { renderJsonLd } from './json-ld.js'
import { loadedFields } from './loaded-fields.js'
import { normalizers } from './normalizers.js'
import { readPlaceName } from './place-names.js'
import { searchKind } from './search-kind.js'
import { wordsKind } from './words-kind.js'

/** What the directory teaches the gateway of nonprofit organizations. */
export const { version, policies, schema, init } = defineVocabulary('organizations', {
  documents: {
    title: 'Nonprofit Organization Directory',
    about: 'A directory of nonprofit organizations of the United States.',
    noun: 'organizations',
  },
  kinds: { search: searchKind, words: wordsKind },
  normalizers,
  fieldForms: {
    ...{ region: 'us-state', country: 'country', causes: 'cause' },
    ...{ activity_group: 'field-of-work', activity_code: 'uppercase' },
    'legal_status.keyword': 'lowercase',
  },
  places: {
    read: readPlaceName,
    description: 'Of a ZIP code or a city: `Springfield, VT`.',
  },
  linkedData: { types: ['NGO'], render: (type, hit) => renderJsonLd(type, { ...hit }) },
  fieldWords,
  parameterWords: [
    ['q', 'ein', 'tax_code'],
    ['near', 'zip'],
  ],
  promisedFields,
  facts: { aggregations: countByState, read: readByState },
  fields: loadedFields,
})
