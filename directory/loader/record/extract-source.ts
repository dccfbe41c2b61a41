/** The source of every file in the form of the IRS extract. */
export const extractSource = {
  name: 'IRS Exempt Organizations Business Master File Extract',
  license: 'public domain',
}
