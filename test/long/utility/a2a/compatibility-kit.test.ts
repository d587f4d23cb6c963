import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Any, begin, errorInfo, said } from '../../../fixtures/utility/a2a/v1-caller.ts';

/** The mandatory requirements of the official compatibility kit for 1.0 on JSON-RPC, by their names. */
test('the compatibility kit of 1.0 passes', async (t) => {
  const { world, caller } = await begin(t);
  const kit = (id: string, work: () => Promise<void>) => t.test(id, work);
  const cardOf = async () => (await world.utility.get('/.well-known/agent-card.json')).json;
  const begun = async (more: object = {}) =>
    (await caller.result('SendMessage', said('Hello from a kit, who are you?', more))).task;

  await kit('CARD-DISC-001, CARD-STRUCT-001: the card is there with its required fields', async () => {
    const card = await cardOf();
    for (const field of ['name', 'description', 'version']) assert.ok(card[field]?.trim(), field);
    for (const field of ['supportedInterfaces', 'defaultInputModes', 'defaultOutputModes', 'skills'])
      assert.ok(card[field].length > 0, field);
    for (const skill of card.skills)
      assert.ok(skill.id && skill.name && skill.description && skill.tags.length > 0, skill.id);
  });
  await kit(
    'CARD-PROTO-001, CARD-PROTO-002, BIND-FIELD-001: every interface has binding, URL and version',
    async () => {
      for (const each of (await cardOf()).supportedInterfaces) {
        assert.deepEqual([each.protocolBinding, each.url], ['JSONRPC', `${world.kith.urls.utility}/a2a`]);
        assert.match(each.protocolVersion, /^\d+\.\d+$/);
      }
    },
  );
  await kit('CARD-CACHE-001: the card says how long it may be kept', async () => {
    const { headers } = await world.utility.get('/.well-known/agent-card.json');
    assert.match(String(headers['cache-control']), /max-age=\d+/);
  });
  await kit(
    'CORE-SEND-001, CORE-MULTI-001a, CORE-MULTI-003: a task or a message, with its context and a new id',
    async () => {
      const [one, two] = [await begun(), await begun()];
      assert.ok(one.contextId && one.id && one.id !== two.id);
      const { message } = await caller.result('SendMessage', said('dns-lookup shop.test'));
      assert.ok(message.contextId && message.messageId && message.role === 'ROLE_AGENT');
    },
  );
  await kit('CORE-SEND-002: a task that has ended takes no message', async () => {
    const { id } = await begun();
    await caller.result('CancelTask', { id });
    assert.equal(await caller.code('SendMessage', said('Go on.', { taskId: id })), -32004);
  });
  await kit('CORE-SEND-003: other media types are refused', async () => {
    const raw = { raw: 'dGNr', mediaType: 'application/x-unsupported-tck-type' };
    for (const part of [raw, { url: 'https://a.test/x.png' }, { text: 'x', mediaType: 'image/png' }])
      assert.equal(await caller.code('SendMessage', said('', { parts: [part] })), -32005);
  });
  await kit('CORE-GET-001, DM-TASK-001, DM-STATUS-001: a task is found as it is', async () => {
    const task = await begun();
    assert.deepEqual(await caller.result('GetTask', { id: task.id }), task);
    assert.equal(task.status.state, 'TASK_STATE_INPUT_REQUIRED');
  });
  await kit('CORE-GET-002, CORE-CANCEL-003, CORE-MULTI-004: an unknown task', async () => {
    assert.equal(await caller.code('GetTask', { id: 'none' }), -32001);
    assert.equal(await caller.code('CancelTask', { id: 'none' }), -32001);
    assert.equal(await caller.code('SendMessage', said('Go on.', { taskId: 'none' })), -32001);
  });
  await kit(
    'CORE-LIST-001 to 005: own tasks, by pages, newest first, without artifacts unless asked',
    async () => {
      const from = { 'x-forwarded-for': '198.51.100.1' };
      const contextId = 'kit-context';
      const ids: string[] = [];
      for (let i = 0; i < 5; i++)
        ids.unshift((await caller.result('SendMessage', said('Hello, you!', { contextId }), from)).task.id);
      const other = { 'x-forwarded-for': '198.51.100.2' };
      assert.deepEqual((await caller.result('ListTasks', { contextId }, other)).tasks, []);
      const pages: string[][] = [];
      let pageToken = '';
      do {
        const page = await caller.result('ListTasks', { contextId, pageSize: 2, pageToken }, from);
        assert.deepEqual([page.pageSize, page.totalSize], [2, 5]);
        pages.push(page.tasks.map(({ id }: Any) => id));
        pageToken = page.nextPageToken;
      } while (pageToken !== '');
      assert.deepEqual(pages.flat().toSorted(), ids.toSorted());
      assert.deepEqual(
        pages.map(({ length }) => length),
        [2, 2, 1],
      );
      const whole = await caller.result('ListTasks', { contextId }, from);
      const times = whole.tasks.map(({ status }: Any) => status.timestamp);
      assert.deepEqual(times, times.toSorted().reverse());

      const done = { taskId: ids[0], contextId };
      await caller.result('SendMessage', said('dns-lookup shop.test', done), from);
      const ended = { contextId, status: 'TASK_STATE_COMPLETED' };
      const [bare] = (await caller.result('ListTasks', ended, from)).tasks;
      assert.deepEqual([bare.id, 'artifacts' in bare], [ids[0], false]);
      const [full] = (await caller.result('ListTasks', { ...ended, includeArtifacts: true }, from)).tasks;
      assert.deepEqual(full.artifacts[0].parts[0].data.records.A, ['192.0.2.5']);
      const short = await caller.result('ListTasks', { contextId, historyLength: 0 }, from);
      assert.ok(short.tasks.every((task: Any) => !('history' in task)));
      const later = { contextId, statusTimestampAfter: '2999-01-01T00:00:00Z' };
      assert.equal((await caller.result('ListTasks', later, from)).totalSize, 0);
      for (const params of [
        {},
        { contextId, pageSize: 0 },
        { contextId, pageSize: 101 },
        { contextId, pageToken: 'x' },
      ])
        assert.equal(await caller.code('ListTasks', params, from), -32602, JSON.stringify(params));
    },
  );
  await kit('CORE-CANCEL-001, CORE-CANCEL-002: a task is cancelled once', async () => {
    const { id } = await begun();
    assert.equal((await caller.result('CancelTask', { id })).status.state, 'TASK_STATE_CANCELED');
    assert.equal(await caller.code('CancelTask', { id }), -32002);
  });
  await kit(
    'CORE-EXECUTION-MODE-001, 002: an answer is an interrupted or a finished state, waited for or not',
    async () => {
      for (const returnImmediately of [false, true]) {
        const sent = { ...said('Hello, blocking request!'), configuration: { returnImmediately } };
        const { task } = await caller.result('SendMessage', sent);
        assert.equal(task.status.state, 'TASK_STATE_INPUT_REQUIRED');
      }
    },
  );
  await kit(
    'CORE-ERR-001, CORE-ERR-002, DM-SERIAL-004: bad parameters are refused, with what is wrong',
    async () => {
      for (const params of [
        undefined,
        {},
        { message: {} },
        said('x', { parts: [] }),
        said('x', { parts: [{}] }),
        said('x', { parts: [{ text: 'a', data: {} }] }),
        said('x', { role: 'user' }),
        said('x', { role: undefined }),
        said('x', { messageId: undefined }),
      ]) {
        const { error } = await caller.ask('SendMessage', params);
        assert.equal(error.code, -32602, JSON.stringify(params));
        assert.match(error.message, /message|role|parts/);
      }
      assert.equal(await caller.code('GetTask', { id: 5 }), -32602);
    },
  );
  await kit('CORE-CAP-001: push notifications', async () => {
    for (const method of [
      'CreateTaskPushNotificationConfig',
      'GetTaskPushNotificationConfig',
      'ListTaskPushNotificationConfigs',
      'DeleteTaskPushNotificationConfig',
    ])
      assert.equal(await caller.code(method, { taskId: 't', url: 'https://a.test/' }), -32003, method);
    const wanted = { taskPushNotificationConfig: { url: 'https://a.test/' } };
    assert.equal(await caller.code('SendMessage', { ...said('Hi, you!'), configuration: wanted }), -32003);
  });
  await kit('CORE-CAP-002: streaming', async () => {
    assert.equal(await caller.code('SendStreamingMessage', said('Hello, stream!')), -32004);
    assert.equal(await caller.code('SubscribeToTask', { id: 'x' }), -32004);
  });
  await kit('CORE-CAP-003: the extended card', async () => {
    assert.equal(await caller.code('GetExtendedAgentCard'), -32004);
  });
  await kit('CORE-MULTI-002a, 005, 006: the context is kept, inferred, and never another one', async () => {
    const task = await begun({ contextId: 'client-context' });
    assert.equal(task.contextId, 'client-context');
    const next = (await caller.result('SendMessage', said('And now, then?', { taskId: task.id }))).task;
    assert.equal(next.contextId, 'client-context');
    const wrong = said('And now, then?', { taskId: task.id, contextId: 'another' });
    assert.equal(await caller.code('SendMessage', wrong), -32602);
  });
  await kit('CORE-HIST-001, 002, 003, 005, 006: history as long as asked for, in order', async () => {
    const { id } = await begun();
    for (const text of ['First word, please.', 'Second word, please.'])
      await caller.result('SendMessage', said(text, { taskId: id }));
    const { history } = await caller.result('GetTask', { id, historyLength: 2 });
    assert.deepEqual(
      history.map(({ parts }: Any) => parts[0].text),
      ['First word, please.', 'Second word, please.'],
    );
    assert.equal('history' in (await caller.result('GetTask', { id, historyLength: 0 })), false);
    const sent = { ...said('Hello, no history!'), configuration: { historyLength: 0 } };
    assert.equal('history' in (await caller.result('SendMessage', sent)).task, false);
  });
  await kit('DM-*: required fields, ProtoJSON names, camelCase, UTC, one content for each part', async () => {
    const task = await begun();
    await caller.result('SendMessage', said('dns-lookup shop.test', { taskId: task.id }));
    const done = await caller.result('GetTask', { id: task.id });
    assert.equal(done.status.state, 'TASK_STATE_COMPLETED');
    assert.match(done.status.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(done.artifacts[0].artifactId);
    for (const message of done.history) {
      assert.ok(message.messageId && ['ROLE_USER', 'ROLE_AGENT'].includes(message.role));
      assert.equal('kind' in message, false);
    }
    for (const { parts } of [...done.history, ...done.artifacts, task.status.message])
      for (const part of parts)
        assert.equal(['text', 'data', 'url', 'raw'].filter((name) => name in part).length, 1);
    assert.doesNotMatch(JSON.stringify({ ...done, artifacts: [] }), /"[a-z]+_[a-z_]+":/);
  });
  await kit('DM-SERIAL-005: fields nobody knows are ignored', async () => {
    assert.ok(await begun({ futureField: { x: 1 }, parts: [{ text: 'Hello, future!', novel: true }] }));
  });
  await kit(
    'JSONRPC-FMT-001, 002, JSONRPC-SVC-001: JSON-RPC 2.0 with JSON, and the names of 1.0',
    async () => {
      assert.equal(await caller.code('message/send', said('x')), -32601);
      const { json } = await caller.raw({ jsonrpc: '2.0', id: 9, method: 'GetTask', params: { id: 'x' } });
      assert.equal(json.id, 9);
      for (const [body, code] of [
        ['{"jsonrpc"', -32700],
        ['[]', -32600],
        ['{"jsonrpc":"1.0","id":1,"method":"GetTask"}', -32600],
        ['{"jsonrpc":"2.0","id":1}', -32600],
        ['{"jsonrpc":"2.0","id":{},"method":"GetTask"}', -32600],
        ['{"jsonrpc":"2.0","method":"SendMessageXXX","params":{}}', -32601],
        ['{"jsonrpc":"2.0","method":"SendMessage","params":{}}', -32602],
        ['{"jsonrpc":"2.0","method":"GetTask","params":{"id":"x"}}', -32600],
      ] as const)
        assert.equal((await caller.raw(body)).json.error.code, code, body);
    },
  );
  await kit('JSONRPC-SVC-002: unknown extensions do not cause a refusal', async () => {
    const headers = { 'a2a-extensions': 'https://example.com/ext' };
    assert.ok(await caller.result('SendMessage', said('Hello, extension!'), headers));
  });
  await kit('JSONRPC-ERR-001, 002, 003: code, message, and an ErrorInfo that names the reason', async () => {
    for (const [method, params, reason] of [
      ['GetTask', { id: 'none' }, 'TASK_NOT_FOUND'],
      ['SubscribeToTask', { id: 'x' }, 'UNSUPPORTED_OPERATION'],
      ['CreateTaskPushNotificationConfig', {}, 'PUSH_NOTIFICATION_NOT_SUPPORTED'],
      ['SendMessage', {}, 'INVALID_PARAMS'],
      ['NoSuch', {}, 'METHOD_NOT_FOUND'],
    ] as const) {
      const { error } = await caller.ask(method, params);
      assert.ok(Number.isInteger(error.code) && error.message);
      assert.deepEqual(
        [error.data[0]['@type'], error.data[0].reason, error.data[0].domain],
        [errorInfo, reason, 'a2a-protocol.org'],
      );
    }
  });
  await kit('JSONRPC-SSE-002: a wrong content type is -32005', async () => {
    const body = { jsonrpc: '2.0', id: 3, method: 'SendMessage', params: said('x') };
    const { status, json } = await caller.raw(body, { 'content-type': 'text/plain' });
    assert.deepEqual([status, json.id, json.error.code], [415, 3, -32005]);
  });
  await kit('VER-SERVER-001, 002, 003, VER-CLIENT-002: the version that is asked for', async () => {
    for (const version of ['1.0', '1.0.7'])
      assert.ok(
        (await caller.result('SendMessage', said('Hi, you!'), { 'a2a-version': version })).task,
        version,
      );
    const old = {
      message: { kind: 'message', role: 'user', messageId: 'm', parts: [{ kind: 'text', text: 'Hi, you!' }] },
    };
    for (const version of ['', '0.3', '0.3.0'])
      assert.equal(
        (await caller.result('message/send', old, { 'a2a-version': version })).kind,
        'task',
        version,
      );
    for (const version of ['99.0', '1.1', '2', 'x']) {
      const { error } = await caller.ask('SendMessage', said('x'), { 'a2a-version': version });
      assert.deepEqual([error.code, error.data[0].reason], [-32009, 'VERSION_NOT_SUPPORTED'], version);
    }
    assert.equal(await caller.code('SendMessage', said('x'), { 'a2a-version': '0.3' }), -32601);
    const request = { jsonrpc: '2.0', id: 1, method: 'GetTask', params: { id: 'x' } };
    const { json } = await caller.raw(request, { 'a2a-version': '' }, '?A2A-Version=99.0');
    assert.equal(json.error.code, -32009);
  });
});
