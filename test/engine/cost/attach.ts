import { connect } from 'node:net'

/**
 * Gives a command of `jcmd` to a Java process, by the socket that it opens with
 * -XX:+StartAttachListener: without the half second of a Java start that `jcmd` itself takes.
 * @throws Error when the process is gone or refuses the command.
 */
export function jcmd(pid: number, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(`/tmp/.java_pid${pid}`)
    let answer = ''
    socket.on('connect', () => socket.write(`1\0jcmd\0${command}\0\0\0`))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const line = answer.indexOf('\n')
      if (answer.slice(0, line) === '0') resolve(answer.slice(line + 1))
      else reject(new Error(`the process does not do ${command}: ${answer}`))
    })
  })
}
