import { otherNames } from '../../record/other-names.js'
import { RefusedRow } from '../../record/refused-row.js'
import { dayIn, filled, joined, type Register, requiredCell } from './register.js'

/**
 * Répertoire national des associations: the files `rna_waldec_….csv`, one for each département.
 * Associations that are dissolved or removed are left out.
 */
export const frRna: Register = {
  delimiter: ';',
  encoding: 'windows-1252',
  required: ['id', 'titre', 'position'],
  optional: (
    'titre_court siret objet date_creat adrs_complement adrs_numvoie adrs_repetition ' +
    'adrs_typevoie adrs_libvoie adrs_codepostal adrs_libcommune siteweb'
  ).split(' '),
  organizationOf(row) {
    if (row.position !== 'A') return undefined
    const id = requiredCell(row, 'id', /^[0-9A-Z]+$/i, 'letters and digits')
    const name = requiredCell(row, 'titre')
    const street = [row.adrs_numvoie, row.adrs_repetition, row.adrs_typevoie, row.adrs_libvoie]
    return {
      id: `fr-rna-${id.toLowerCase()}`,
      name,
      ...otherNames(name, [row.titre_court ?? '']),
      legal_status: 'association',
      country: 'FR',
      ...filled({
        tax_code: sirenIn(row.siret),
        description: row.objet,
        registered_on: dayIn(row, 'date_creat'),
        street: joined([row.adrs_complement, joined(street, ' ')]),
        zip: row.adrs_codepostal,
        city: row.adrs_libcommune,
        website: row.siteweb,
      }),
      active: true,
    }
  },
}

/** The first nine of the fourteen digits, which may be written in groups. */
function sirenIn(siret = ''): string | undefined {
  const digits = siret.replace(/\s/g, '')
  if (/^0*$/.test(digits)) return undefined
  if (!/^\d{14}$/.test(digits)) throw new RefusedRow('siret must be fourteen digits')
  return digits.slice(0, 9)
}
