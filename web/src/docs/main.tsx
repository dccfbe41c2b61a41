import { render } from 'preact'
import { Page } from '../kit/page.js'
import { Reference } from './reference.js'

render(
  <Page current="docs">
    <Reference />
  </Page>,
  document.getElementById('app')!,
)
