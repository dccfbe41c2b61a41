import { render } from 'preact'
import { App } from './app.js'

// absolute, because the address of the document changes
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
icon?.setAttribute('href', icon.href)

render(<App />, document.getElementById('app')!)
