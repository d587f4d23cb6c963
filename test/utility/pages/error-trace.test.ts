import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isErrorTrace } from '../../../src/utility/pages/walls/error-trace.ts';
import { shownStatements } from '../../../src/utility/pages/walls/shown-statements.ts';

const printedErrors = {
  python:
    '<pre>Traceback (most recent call last):\n  File "/srv/app/wsgi.py", line 16, in application\n    return handle(environ)\npsycopg2.OperationalError: FATAL: remaining connection slots are reserved</pre>',
  node: '<title>Error</title><pre>TypeError: Cannot read properties of undefined<br> at /app/routes/posts.js:21:33<br> at next (/app/node_modules/express/lib/router/route.js:144:13)</pre>',
  file: '<title>Error</title><pre>Error: ENOENT: no such file or directory, open /app/a.ejs<br> at Object.openSync (node:fs:601:3)</pre>',
  java: '<h1>HTTP Status 500</h1><pre>java.lang.NullPointerException\n\tcom.acme.Profile.doGet(Profile.java:48)</pre>',
  go: '<pre>panic: runtime error: invalid memory address\n\ngoroutine 52 [running]:\nmain.handler(0xc000112000)\n\t/app/main.go:41 +0x1d</pre>',
  oracle:
    'ORA-12514: TNS:listener does not currently know of service requested<br>java.sql.SQLRecoverableException',
  asp: "<p>Microsoft OLE DB Provider for ODBC Drivers error '80004005'<p>[Microsoft][ODBC SQL Server Driver]Timeout expired<p>/inc/conn.asp, line 12",
  coldfusion:
    '<h1>Error Occurred While Processing Request</h1><b>Datasource intranet could not be found.</b><br>The error occurred in D:/inetpub/site/index.cfm: line 12',
};

const pagesOnErrors = {
  question:
    '<h1>NullReferenceException in Page_Load</h1><p>My product page fails with this error:</p><pre>System.NullReferenceException: Object reference not set\n at Shop.Product.Page_Load in Product.aspx.cs:line 21</pre><p>The item is null when the id is missing. Test for null first.</p>',
  codes:
    '<h1>Error codes</h1><dl><dt>ORA-12514</dt><dd>The listener does not know the service. Check tnsnames.ora.</dd><dt>ORA-01017</dt><dd>Invalid username or password.</dd></dl>',
  lesson:
    '<h1>Reading a stack trace</h1><p>Start with the last cause. The first line of your own package shows where it happened.</p><pre>java.lang.Error\n at shop.Cart.add(Cart.java:12)</pre>',
  file: '<h1>Error: ENOENT</h1><p>Node says so when a file is missing. Check the path, and that the program runs in the folder you think.</p><pre>at Object.openSync (node:fs:601:3)</pre>',
  news: '<h1>Server error stops trains</h1><p>A server error on Monday stopped trains for an hour.</p>',
};

const areTraces = (pages: Record<string, string>) =>
  Object.entries(pages)
    .filter(([, html]) => isErrorTrace(shownStatements(html, '')))
    .map(([name]) => name);

test('what programs print when they fail is not a page, an explanation of it is', () => {
  assert.deepEqual(areTraces(printedErrors), Object.keys(printedErrors));
  assert.deepEqual(areTraces(pagesOnErrors), []);
});
