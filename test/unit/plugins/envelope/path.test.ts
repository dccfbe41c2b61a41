import fc from 'fast-check'
import { pathProblem } from '../../../../plugins/envelope/path.js'
import { words } from '../../../support/cases.js'
import { samples } from '../../../support/samples.js'

test('a path that passes names the same place to everybody who normalises it', () => {
  const piece = fc.constantFrom(...words('/ . .. %2e %2F %5c \\ ; a %61 %00 % # %25'))
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = `/${pieces.join('')}`
      fc.pre(pathProblem(path) === undefined && !path.startsWith('//'))
      expect(new URL(path, 'http://a').pathname).toBe(path)
      expect(decodeURIComponent(path).split('/').length).toBe(path.split('/').length)
    }),
    { numRuns: samples(500) },
  )
})
