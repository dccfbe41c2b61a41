import { filled, joined, type Register } from './register.js'

/** The register's way to say that there is no date. */
const noDate = '0001-01-01'

/**
 * Répertoire national des associations: the files `rna_waldec_….csv`, one for each département.
 * Associations that are dissolved or removed are left out.
 */
export const frRna: Register = {
  delimiter: ';',
  encoding: 'windows-1252',
  organizationOf(row) {
    const { id, titre: name, date_creat: created, siret } = row
    if (!id || !name || row.position !== 'A') return undefined
    const street = [row.adrs_numvoie, row.adrs_repetition, row.adrs_typevoie, row.adrs_libvoie]
    return {
      id: `fr-rna-${id.toLowerCase()}`,
      name,
      legal_status: 'association',
      country: 'FR',
      ...filled({
        tax_code: siret?.slice(0, 9), // the SIREN
        description: row.objet,
        registered_on: created === noDate ? undefined : created,
        street: joined([row.adrs_complement, joined(street, ' ')]),
        zip: row.adrs_codepostal,
        city: row.adrs_libcommune,
        website: row.siteweb,
      }),
      active: true,
    }
  },
}
