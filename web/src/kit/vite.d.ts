declare module '*.css'

declare module '*organizations.yml' {
  const question: {
    index: string
    body: unknown
    parameters: {
      radius: { default: number }
      sort: { choices: Record<string, unknown> }
    }
    fields: string[]
  }
  export default question
}

declare module '*.yml' {
  const content: unknown
  export default content
}

declare module '*.svg' {
  const url: string
  export default url
}
declare module '*.json?url' {
  const url: string
  export default url
}
