/** The part of the package that we use; it brings no types. */
declare module 'zipcodes' {
  interface Place {
    /** Degrees. */
    latitude: number
    longitude: number
    zip: string
    city: string
    state: string
  }
  const zipcodes: { lookup(zip: string): Place | undefined; codes: Record<string, Place> }
  export default zipcodes
}
