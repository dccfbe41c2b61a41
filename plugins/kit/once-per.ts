/**
 * A function that makes a value once for each owner and equal parameters, and returns it from then
 * on. A value lives as long as its owner, such as one reading of the YAML.
 * @param make Makes the value; parameters are equal if their JSON is.
 */
export function oncePer<Owner extends object, Params extends unknown[], Made>(
  make: (owner: Owner, ...params: Params) => Made,
): (owner: Owner, ...params: Params) => Made {
  const made = new WeakMap<Owner, Map<string, Made>>()
  return function once(owner, ...params) {
    const ofOwner = made.get(owner) ?? new Map<string, Made>()
    made.set(owner, ofOwner)
    const key = JSON.stringify(params)
    const known = ofOwner.get(key) ?? make(owner, ...params)
    ofOwner.set(key, known)
    return known
  }
}
