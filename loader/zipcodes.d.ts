/** The part of the package that we use; it brings no types. */
declare module 'zipcodes' {
  interface Place {
    /** Degrees. */
    latitude: number
    longitude: number
  }
  const zipcodes: { lookup(zip: string): Place | undefined }
  export default zipcodes
}
