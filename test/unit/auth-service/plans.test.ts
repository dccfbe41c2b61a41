import { getPlan, planFact } from '../../../auth-service/users/plans.js'

const rules = {
  plans: ['partner', 'gold'],
  roles: { user: ['a:b'], partner: { scopes: ['a:b'], plan: 'partner' } },
}

test.each([
  ['a role without a plan', { role: 'user' }, {}, 'default'],
  ['the role’s', { role: 'partner' }, {}, 'partner'],
  ['the user’s own before the role’s', { role: 'partner', plan: 'gold' }, {}, 'gold'],
  ['the key’s own before all', { role: 'partner', plan: 'default' }, { plan: 'gold' }, 'gold'],
  ['a user’s own that is gone', { role: 'partner', plan: 'silver' }, {}, 'partner'],
  ['a role that is gone', { role: 'toString' }, {}, 'default'],
])('plan of a credential: %s', (_, user, key, plan) => {
  expect(getPlan(rules, user, key)).toBe(plan)
})

test('verifications and tokens leave out the default', () => {
  expect([planFact('default'), planFact('gold')]).toEqual([{}, { plan: 'gold' }])
})
