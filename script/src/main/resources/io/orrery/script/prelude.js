// SPDX-License-Identifier: Apache-2.0
//
// What every script finds around itself: the context, the collection, the console. Evaluates to a
// function that gets the only way out of the sandbox, `host`, and hands back what drives a run. It is
// called before anybody knows which script will run; that is said to `begin`.
//
// host(operation, ...texts) carries one operation out and returns text: null if the budget of the
// run is used up, an object of JSON or nothing if it worked, '-' and {number, message} if not. All
// checks are made behind it, so a script that breaks this file breaks nothing but itself.
(function (host) {
  'use strict';

  // Scripts may replace what these names lead to; what is needed here is kept.
  const apply = Reflect.apply;
  const construct = Reflect.construct;
  const parse = JSON.parse;
  const stringify = JSON.stringify;
  const substring = String.prototype.substring;
  const ErrorType = Error;
  let settings = {};

  // ---- What scripts must not have ----

  // Weak references show the collector at work; a proxy can tell one length to those who check it and
  // another to those who walk.
  for (const name of ['Proxy', 'WeakRef', 'FinalizationRegistry']) {
    delete globalThis[name];
  }

  // These walk over everything below `length`, present or not, and cannot be stopped meanwhile.
  const LENGTH_MAX = 1048576;

  // Sorting compares so much that it takes seconds sooner.
  const SORTED_MAX = 131072;

  const isArray = Array.isArray;
  const isView = ArrayBuffer.isView;
  const descriptor = Object.getOwnPropertyDescriptor;

  // The length that a builtin is going to see: one that is computed may differ next time.
  function lengthOf(walked) {
    if (walked === null || walked === undefined) {
      return 0;
    }
    if (typeof walked === 'string' || typeof walked === 'function' || isArray(walked) || isView(walked)) {
      return walked.length;
    }
    const own = descriptor(walked, 'length');
    return own === undefined ? (walked.length === undefined ? 0 : Infinity) : 'value' in own ? own.value : Infinity;
  }

  function bounded(owner, name, subject, most = LENGTH_MAX) {
    const builtin = owner[name];
    if (typeof builtin !== 'function') {
      return;
    }
    const guarded = {
      [name](...values) {
        if (lengthOf(subject(this, values)) > most) {
          throw new RangeError('This is too long for ' + name + '.');
        }
        return apply(builtin, this, values);
      }
    }[name];
    Object.defineProperty(guarded, 'length', { value: builtin.length, configurable: true });
    Object.defineProperty(owner, name, { value: guarded, writable: true, configurable: true });
  }

  const self = (object) => object;
  const first = (_, values) => values[0];
  for (const name of [
    'concat', 'copyWithin', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast', 'findLastIndex',
    'flat', 'flatMap', 'forEach', 'includes', 'indexOf', 'join', 'lastIndexOf', 'map', 'reduce',
    'reduceRight', 'reverse', 'shift', 'slice', 'some', 'splice', 'toLocaleString',
    'toReversed', 'toSpliced', 'toString', 'unshift', 'with'
  ]) {
    bounded(Array.prototype, name, self);
  }
  for (const owner of [Array.prototype, Object.getPrototypeOf(Int8Array.prototype)]) {
    bounded(owner, 'sort', self, SORTED_MAX);
    bounded(owner, 'toSorted', self, SORTED_MAX);
  }
  for (const name of ['match', 'matchAll', 'replaceAll', 'split']) {
    bounded(String.prototype, name, self);
  }
  for (const name of ['assign', 'entries', 'fromEntries', 'getOwnPropertyDescriptors', 'getOwnPropertyNames', 'keys', 'values']) {
    bounded(Object, name, (_, values) => values[values.length - 1]);
  }

  // Looking for a long text in a long text may compare every character of the one with every one of
  // the other.
  const COMPARED_MAX = 268435456;
  for (const name of ['includes', 'indexOf', 'lastIndexOf', 'replace', 'replaceAll', 'split']) {
    const builtin = String.prototype[name];
    const guarded = {
      [name](wanted, ...values) {
        if (this === null || this === undefined || wanted === null || wanted === undefined) {
          return apply(builtin, this, [wanted, ...values]);
        }
        // A regular expression has its own way, and can be stopped.
        const plain = typeof wanted !== 'object' || wanted[Symbol.match] === undefined;
        const searched = String(this);
        const text = plain ? String(wanted) : wanted;
        if (plain && searched.length * text.length > COMPARED_MAX) {
          throw new RangeError('The texts are too long for ' + name + '.');
        }
        return apply(builtin, searched, [text, ...values]);
      }
    }[name];
    Object.defineProperty(guarded, 'length', { value: builtin.length, configurable: true });
    Object.defineProperty(String.prototype, name, { value: guarded, writable: true, configurable: true });
  }
  bounded(Reflect, 'ownKeys', first);
  bounded(Array, 'from', first);
  bounded(String, 'raw', (_, values) => values[0] === undefined ? undefined : values[0].raw);

  // ---- Callbacks ----

  // Operations are carried out when they are called; callbacks wait here until the script returns.
  let waiting = [];
  let aborted = false;
  let abortion;

  function enqueue(task) {
    waiting[waiting.length] = task;
  }

  function failure(text) {
    const { number, message } = parse(text);
    const error = new ErrorType(message);
    error.number = number;
    error.body = message;
    return error;
  }

  // One operation: `resolve` turns what the host answered into the arguments of the callback, if
  // there is one.
  function perform(callback, resolve, operation, link, second, third) {
    const reply = host(operation, link, second, third);
    if (reply === null) {
      return false;
    }
    if (reply[0] !== '-') {
      if (callback !== undefined) {
        const values = resolve(reply);
        enqueue(() => callback(undefined, ...values));
      }
    } else {
      const error = failure(apply(substring, reply, [1]));
      enqueue(() => {
        if (callback === undefined) {
          throw error;
        }
        callback(error, undefined, {});
      });
    }
    return true;
  }

  const NO_OPTIONS = Object.freeze({});

  // Most have none.
  function optionsText(options) {
    return options === NO_OPTIONS ? '{}' : stringify(options);
  }

  // Options and callback may both be left out.
  function trailing(options, callback) {
    if (typeof options === 'function') {
      return { options: NO_OPTIONS, callback: options };
    }
    if (callback !== undefined && callback !== null && typeof callback !== 'function') {
      throw new TypeError('The callback must be a function.');
    }
    return { options: options || NO_OPTIONS, callback: callback || undefined };
  }

  function text(value, name) {
    if (typeof value !== 'string') {
      throw new TypeError('The parameter ' + name + ' must be a string.');
    }
    return value;
  }

  // Bodies may also be JSON already.
  function json(value, name) {
    if (typeof value === 'string') {
      return stringify(parse(value));
    }
    if (value === null || typeof value !== 'object') {
      throw new TypeError('The parameter ' + name + ' must be an object.');
    }
    return stringify(value);
  }

  const one = (resource) => [resource === '' ? undefined : parse(resource), {}];

  const page = (feed) => {
    const { items, continuation } = parse(feed);
    return [items, continuation === undefined ? {} : { continuation }];
  };

  // ---- The query builder: one after the other over the items of the partition key ----

  const steps = {
    filter: (predicate) => (rows) => rows.filter((row) => predicate(row)),
    map: (transformation) => (rows) => rows.map((row) => transformation(row)),
    pluck: (name) => (rows) =>
      rows.filter((row) => row !== null && row !== undefined && row[name] !== undefined)
        .map((row) => row[name]),
    flatten: (isShallow) => (rows) => rows.flat(isShallow ? 1 : Infinity),
    sortBy: (key) => (rows) => sorted(rows, key, 1),
    sortByDescending: (key) => (rows) => sorted(rows, key, -1),
    unwind: (inner, result) => (rows) =>
      rows.flatMap((row) => (inner(row) || []).map((child) => (result ? result(row, child) : child)))
  };

  function sorted(rows, key, direction) {
    return rows
      .map((row) => ({ row, key: key(row) }))
      .sort((a, b) => direction * (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
      .map((each) => each.row);
  }

  // What a step is to do: what comes before the options and the callback.
  function leading(name, values) {
    if (name === 'flatten') {
      return typeof values[0] === 'boolean' ? [values[0]] : [];
    }
    const expected = name === 'pluck' ? 'string' : 'function';
    if (typeof values[0] !== expected) {
      throw new TypeError(name + ' needs a ' + expected + '.');
    }
    return values.slice(0, name === 'unwind' && typeof values[1] === 'function' ? 2 : 1);
  }

  function execute(chained, options, callback) {
    const deliver = callback || ((error, feed) => {
      if (error) {
        throw error;
      }
      response.setBody(feed);
    });
    const shape = (rows) => chained.reduce((result, step) => step.run(result), rows);
    const sorts = chained.some((step) => step.sorts);
    const accepted = sorts ? executeWhole(shape, options, deliver) : executePage(shape, options, deliver);
    return { isAccepted: accepted, options: {} };
  }

  function executePage(shape, options, deliver) {
    return perform(deliver, (feed) => {
      const [rows, more] = page(feed);
      return [shape(rows), more];
    }, 'readAll', settings.self, optionsText(options));
  }

  // Sorting needs all items; its continuation is a place in the sorted result.
  function executeWhole(shape, options, deliver) {
    const rows = [];
    let continuation;
    do {
      let result;
      const reader = (error, items, more) => { result = { error, items, more }; };
      const before = waiting;
      waiting = [];
      const accepted = perform(reader, page, 'readAll', settings.self, stringify({ pageSize: -1, continuation }));
      const own = waiting;
      waiting = before;
      if (!accepted) {
        return false;
      }
      own[0]();
      if (result.error) {
        enqueue(() => deliver(result.error, undefined, {}));
        return true;
      }
      for (const item of result.items) {
        rows[rows.length] = item;
      }
      continuation = result.more.continuation;
    } while (continuation !== undefined);
    const all = shape(rows);
    const from = Number(options.continuation || 0);
    const to = options.pageSize > 0 ? from + options.pageSize : all.length;
    enqueue(() => deliver(undefined, all.slice(from, to), to < all.length ? { continuation: String(to) } : {}));
    return true;
  }

  function chain(chained) {
    const link = {
      value(options, callback) {
        const rest = trailing(options, callback);
        return execute(chained, rest.options, rest.callback);
      }
    };
    for (const name of Object.keys(steps)) {
      link[name] = (...values) => {
        const own = leading(name, values);
        const sorts = name === 'sortBy' || name === 'sortByDescending';
        return chain([...chained, { run: steps[name](...own), sorts }]);
      };
    }
    return link;
  }

  function builder(collection) {
    collection.chain = () => chain([]);
    for (const name of Object.keys(steps)) {
      collection[name] = (...values) => {
        const own = leading(name, values);
        const started = chain([])[name](...own);
        return started.value(...values.slice(own.length));
      };
    }
  }

  // ---- The collection ----

  function written(operation) {
    return (link, body, options, callback) => {
      const rest = trailing(options, callback);
      return perform(rest.callback, one, operation, text(link, 'link'), json(body, 'body'), optionsText(rest.options));
    };
  }

  function unsupported(what) {
    return () => {
      throw new ErrorType(what + ' not supported.');
    };
  }

  const collection = {
    getSelfLink: () => settings.self,
    getAltLink: () => settings.alt,
    createDocument: written('create'),
    replaceDocument: written('replace'),
    upsertDocument: written('upsert'),
    readDocument(link, options, callback) {
      const rest = trailing(options, callback);
      return perform(rest.callback, one, 'read', text(link, 'documentLink'), optionsText(rest.options));
    },
    deleteDocument(link, options, callback) {
      const rest = trailing(options, callback);
      return perform(rest.callback, one, 'delete', text(link, 'documentLink'), optionsText(rest.options));
    },
    readDocuments(link, options, callback) {
      const rest = trailing(options, callback);
      return perform(rest.callback, page, 'readAll', text(link, 'collectionLink'), optionsText(rest.options));
    },
    queryDocuments(link, query, options, callback) {
      const rest = trailing(options, callback);
      const filter = typeof query === 'string' ? stringify({ query }) : json(query, 'filterQuery');
      return perform(rest.callback, page, 'query', text(link, 'collectionLink'), filter, optionsText(rest.options));
    }
  };
  for (const name of [
    'createAttachment', 'deleteAttachment', 'queryAttachments', 'readAttachment', 'readAttachments',
    'replaceAttachment', 'upsertAttachment'
  ]) {
    collection[name] = unsupported('Attachments are');
  }
  builder(collection);

  // ---- Request and response ----

  // What is called so is the body itself.
  const BODY = 'Body';

  function message() {
    const values = {};
    let body;
    let changed = false;
    function append(value) {
      const tail = typeof value === 'string' ? value : stringify(value);
      const old = body === undefined || body === null ? '' : typeof body === 'string' ? body : stringify(body);
      body = old + tail;
      changed = true;
    }
    return {
      face: {
        getBody: () => body,
        setBody(value) {
          body = value;
          changed = true;
        },
        getValue: (name) => (text(name, 'propertyName') === BODY ? body : values[name]),
        setValue(name, value) {
          if (text(name, 'propertyName') === BODY) {
            body = value;
            changed = true;
          } else {
            values[name] = value;
          }
        },
        appendValue(name, value) {
          if (text(name, 'propertyName') === BODY) {
            append(value);
          } else {
            const old = values[name];
            values[name] = old === undefined ? value : String(old) + String(value);
          }
        },
        getOperationType: () => settings.operation
      },
      begin(initial) {
        body = initial;
      },
      text: () => (changed ? stringify(body) : undefined),
      append
    };
  }

  const requestMessage = message();
  const responseMessage = message();
  const request = requestMessage.face;
  const response = responseMessage.face;
  response.appendBody = responseMessage.append;
  response.getMaxResponseSize = () => settings.responseBytes;
  response.getResourceQuotaCurrentUsage = unsupported('The quota of a resource is');
  response.getResourceQuotaMax = unsupported('The quota of a resource is');

  collection.request = request;
  collection.response = response;

  const context = {
    getCollection: () => collection,
    getRequest: () => request,
    getResponse: () => response,
    abort(error) {
      aborted = true;
      abortion = error;
      throw error;
    }
  };

  // ---- The console ----

  function shown(value) {
    if (typeof value === 'string') {
      return value;
    }
    const described = value instanceof ErrorType ? undefined : stringify(value);
    return described === undefined ? String(value) : described;
  }

  function formatted(values) {
    let used = 1;
    const first = values.length === 0 ? '' : shown(values[0]);
    const start = first.replace(/%([sdifjoO%])/g, (mark, kind) => {
      if (kind === '%') {
        return '%';
      }
      if (used >= values.length) {
        return mark;
      }
      const value = values[used++];
      return kind === 'd' || kind === 'f' ? String(Number(value)) : kind === 'i' ? String(parseInt(value, 10)) : shown(value);
    });
    return [start, ...values.slice(used).map(shown)].join(' ');
  }

  function log(...values) {
    host('log', formatted(values));
  }

  // Known under two spellings: the service's own, and the one in its documentation.
  const ErrorCodes = Object.freeze({
    BadRequest: 400,
    BAD_REQUEST: 400,
    Forbidden: 403,
    FORBIDDEN: 403,
    NotFound: 404,
    NOT_FOUND: 404,
    Conflict: 409,
    CONFLICT: 409,
    PreconditionFailed: 412,
    PRECONDITION_FAILED: 412,
    RequestEntityTooLarge: 413,
    REQUEST_ENTITY_TOO_LARGE: 413,
    RetryWith: 449,
    RETRY_WITH: 449,
    InternalServerError: 500,
    INTERNAL_SERVER_ERROR: 500
  });

  // The service's engine takes a number before the message: new Error(ErrorCodes.Conflict, 'text').
  function NumberedError(...values) {
    const numbered = typeof values[0] === 'number' && typeof values[1] === 'string';
    const error = construct(ErrorType, numbered ? [values[1]] : values, new.target || NumberedError);
    if (numbered) {
      error.number = values[0];
    }
    return error;
  }
  NumberedError.prototype = ErrorType.prototype;
  Object.defineProperty(NumberedError, 'name', { value: 'Error' });
  ErrorType.prototype.constructor = NumberedError;

  const globals = {
    getContext: () => context,
    __: collection,
    Error: NumberedError,
    console: { log, info: log, warn: log, error: log, debug: log, trace: log },
    ErrorCodes
  };
  const globalNames = Object.keys(globals);
  const define = Object.defineProperty;

  // ---- What drives a run ----

  function described(error) {
    try {
      if (error instanceof ErrorType) {
        return String(error) + (error.stack ? '\r\nStack trace: ' + String(error.stack) : '');
      }
      return typeof error === 'object' ? String(stringify(error)) : String(error);
    } catch (_) {
      return 'something was thrown that cannot be shown';
    }
  }

  // Runs the task; the text of what it throws, or undefined.
  function outcome(task) {
    try {
      task();
    } catch (error) {
      return described(error);
    }
    return aborted ? described(abortion) : undefined;
  }

  return {
    // The functions of a query are begun with nothing around them.
    begin(configuration) {
      settings = parse(configuration);
      requestMessage.begin(settings.request);
      responseMessage.begin(settings.response);
      for (const name of globalNames) {
        define(globalThis, name, { value: globals[name], writable: true, configurable: true });
      }
    },
    start: (script, values) =>
      outcome(() => {
        if (typeof script !== 'function') {
          throw new TypeError('The script is not a function.');
        }
        apply(script, undefined, parse(values));
      }),
    isWaiting: () => waiting.length > 0,
    // All that wait, and those they add: what they promise is kept between two calls of this.
    drain: () =>
      outcome(() => {
        for (let i = 0; i < waiting.length; i++) {
          waiting[i]();
        }
        waiting = [];
      }),
    // A function of a query: values in, a value out. JSON has no word for undefined.
    call(script, values, undefinedOnes) {
      const own = parse(values);
      for (const i of parse(undefinedOnes)) {
        own[i] = undefined;
      }
      return stringify(apply(script, undefined, own));
    },
    text: (value) => stringify(value),
    requestText: () => requestMessage.text(),
    responseText: () => responseMessage.text()
  };
})
