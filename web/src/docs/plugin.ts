/** An element or component of Swagger UI, which has a React of its own. */
type Component = unknown
type Props = Readonly<Record<string, unknown>>

/** The part of Swagger UI's system that a plugin uses. */
interface System {
  React: {
    createElement(type: Component, props?: object | null, ...children: unknown[]): Component
    useState<Value>(value: Value): [Value, (value: Value) => void]
    useEffect(effect: () => void, inputs: readonly unknown[]): void
  }
  getComponent(name: string, isContainer?: boolean): Component
  specSelectors: { info(): { get(name: string): string } }
}

/**
 * Swagger UI for this page, in its documented ways: a layout and wrapped components. It leaves out
 * what the page has itself, folds errors, and repairs what keeps people out.
 */
export function adaptSwagger({ React, getComponent, specSelectors }: System) {
  const h = React.createElement

  /** The calls and schemas, without title, servers and a second `main`. */
  function Calls() {
    const container = (name: string) => h(getComponent(name, true))
    return h(
      'div',
      { className: 'swagger-ui' },
      h(getComponent('SvgAssets')),
      container('errors'),
      h(getComponent('Markdown', true), { source: specSelectors.info().get('description') }),
      h(
        'div',
        { className: 'tools' },
        h('h2', null, 'Calls'),
        container('FilterContainer'),
        container('AuthorizeBtnContainer'),
      ),
      container('operations'),
      container('Models'),
    )
  }

  /** Text: the original is a link inside a button. */
  const DeepLink = () => (props: Props) => h('span', null, props.text)

  /** Inside an element with a name, which the original lacks. */
  const named = (tag: 'label' | 'span', name: string) => (Original: Component) => (props: Props) =>
    h(tag, null, h('span', { className: 'away' }, name), h(Original, props))

  /** Named by its text: a label of its own would differ from what is to be seen. */
  const Button = (Original: Component) => (props: Props) =>
    h(Original, { ...props, 'aria-label': undefined })

  /** The answer to a mistake is a line until it is opened: each call has a dozen of them. */
  const response = (Original: Component) =>
    function Response(props: Props) {
      const [isOpen, setOpen] = React.useState(Number(props.code) < 400)
      if (isOpen) return h(Original, props)
      const answer = props.response as { get(name: string): string }
      return h(
        'tr',
        { className: 'response' },
        h('td', { className: 'response-col_status' }, props.code),
        h(
          'td',
          { className: 'response-col_description', colSpan: 2 },
          h(
            'button',
            { className: 'link', 'aria-expanded': false, onClick: () => setOpen(true) },
            answer.get('description').split('\n', 1),
          ),
        ),
      )
    }

  /** Closed where a credential is missing, open where the call can be sent: originally reversed. */
  const padlock = (Original: Component) => (props: Props) =>
    h(Original, { ...props, isAuthorized: !props.isAuthorized })

  /** The first field has the focus; originally all claim it, and the last one gets it. */
  const authorizationPopup = (Original: Component) =>
    function AuthorizationPopup(props: Props) {
      React.useEffect(() => {
        document.querySelector<HTMLElement>('.auth-container input')?.focus()
      }, [])
      return h(Original, props)
    }

  return {
    components: { Calls },
    wrapComponents: {
      DeepLink,
      Button,
      CloseIcon: named('span', 'Close'),
      Select: named('label', 'Value'),
      TextArea: named('label', 'Body'),
      ExamplesSelect: named('label', 'Example'),
      response,
      authorizeBtn: padlock,
      authorizeOperationBtn: padlock,
      authorizationPopup,
    },
  }
}
