/**
 * The first code of every VM, before any of the script's: builds `host`, `console` and the two functions through which a
 * run is driven. It keeps its own references, so a script that changes built-ins changes them for itself.
 */
export const PRELUDE = `(() => {
  'use strict'
  const send = globalThis.__send
  delete globalThis.__send
  const { parse, stringify } = JSON
  const { freeze, defineProperty } = Object
  const NativePromise = Promise
  const NativeError = Error
  const text = String
  const waiting = new Map()
  const settleOf = waiting.get.bind(waiting)
  const keep = waiting.set.bind(waiting)
  const forget = waiting.delete.bind(waiting)
  let calls = 0

  const answer = (raw) => {
    const { ok, text, message } = parse(raw)
    if (!ok) throw new NativeError(message)
    return text === undefined ? undefined : parse(text)
  }
  const argumentsOf = (name, list) => {
    try { return stringify(list) } catch (error) { throw new TypeError('host.' + name + ': ' + error.message) }
  }
  const functions = {
    value: (name) => (...list) => answer(send('value', name, argumentsOf(name, list))),
    promise: (name) => (...list) => new NativePromise((resolve, reject) => {
      const id = ++calls
      const refusal = send('promise', text(id), name, argumentsOf(name, list))
      if (refusal !== '') throw new NativeError(refusal)
      keep(id, { resolve, reject })
    }),
  }
  const host = {}
  for (const { name, gives } of parse(send('functions'))) {
    const [first, second] = name.split('.')
    if (second === undefined) host[first] = functions[gives](name)
    else (host[first] ??= {})[second] = functions[gives](name)
  }
  for (const one of Object.values(host)) freeze(one)
  defineProperty(globalThis, 'host', { value: freeze(host) })

  const shown = (value) => {
    if (typeof value === 'string') return value
    if (value instanceof NativeError) return value.stack ? value.name + ': ' + value.message + '\\n' + value.stack : text(value)
    try { return stringify(value) ?? text(value) } catch { return text(value) }
  }
  const line = (level) => (...list) => { send('log', level, list.map(shown).join(' ')) }
  globalThis.console = { debug: line('debug'), log: line('info'), info: line('info'), warn: line('warn'), error: line('error') }

  const fail = (error) => {
    const isError = error instanceof NativeError
    send('threw', isError ? text(error.name) : 'thrown', isError ? text(error.message) : shown(error), isError ? text(error.stack ?? '') : '')
  }
  const finish = (value) => {
    let result
    try { result = value === undefined ? 'null' : stringify(value) } catch (error) { return send('bad', text(error.message)) }
    if (result === undefined) return send('bad', 'a ' + typeof value + ' is no JSON data')
    send('done', result)
  }
  const input = parse(send('input'))
  return {
    deliver(id, raw) {
      const settle = settleOf(id)
      if (settle === undefined) return
      forget(id)
      try { settle.resolve(answer(raw)) } catch (error) { settle.reject(error) }
    },
    provide() { globalThis.input = input },
    async runModule(loading) {
      try {
        const { default: main } = await loading
        if (typeof main !== 'function') throw new TypeError('the default export must be a function of the input')
        finish(await main(input))
      } catch (error) { fail(error) }
    },
    async runScript(running) {
      try { finish((await running).value) } catch (error) { fail(error) }
    },
  }
})()`
