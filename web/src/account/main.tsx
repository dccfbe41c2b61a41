import { render } from 'preact'
import { App } from './app.js'
import { takeLink } from './link.js'

const link = takeLink()
render(<App opened={link} />, document.getElementById('app')!)
