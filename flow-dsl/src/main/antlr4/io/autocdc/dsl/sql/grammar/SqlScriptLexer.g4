// Licensed under the Apache License, Version 2.0. See LICENSE.

/*
 * The words of a SQL script. It knows strings, names in backticks, comments and semicolons, so that
 * statements can be cut apart whatever is in them; every character belongs to some token.
 */
lexer grammar SqlScriptLexer;

options { caseInsensitive = true; }

WHITESPACE : [\p{White_Space}\uFEFF]+ -> channel(HIDDEN);
LINE_COMMENT : '--' ~[\r\n]* -> channel(HIDDEN);
BLOCK_COMMENT : '/*' .*? '*/' -> channel(HIDDEN);

STRING : '\'' (~'\'' | '\'\'')* '\'' | '"' (~'"' | '""')* '"';
QUOTED : '`' (~'`' | '``')* '`';
UNCLOSED_STRING : '\'' (~'\'' | '\'\'')* | '"' (~'"' | '""')*;
UNCLOSED_QUOTED : '`' (~'`' | '``')*;
UNCLOSED_COMMENT : '/*' (~'*' | '*'+ ~[*/])* '*'*;

SEMICOLON : ';';
LPAREN : '(';
RPAREN : ')';
LESS : '<';
GREATER : '>';
COMMA : ',';
DOT : '.';
STAR : '*';
EQUAL : '=';
MINUS : '-';

ALLOW : 'ALLOW';
APPLY : 'APPLY';
AS : 'AS';
AUTO : 'AUTO';
BY : 'BY';
CDC : 'CDC';
CHANGES : 'CHANGES';
CLUSTER : 'CLUSTER';
COLUMNS : 'COLUMNS';
COMMENT : 'COMMENT';
CONSTRAINT : 'CONSTRAINT';
CREATE : 'CREATE';
DELETE : 'DELETE';
DROP : 'DROP';
EMPTY : 'EMPTY';
EXCEPT : 'EXCEPT';
EXISTS : 'EXISTS';
EXPECT : 'EXPECT';
FAIL : 'FAIL';
FLOW : 'FLOW';
FOR : 'FOR';
FROM : 'FROM';
HISTORY : 'HISTORY';
IF : 'IF';
IGNORE : 'IGNORE';
INSERT : 'INSERT';
INTERVAL : 'INTERVAL';
INTO : 'INTO';
INVALID : 'INVALID';
KEY : 'KEY';
KEYS : 'KEYS';
LIVE : 'LIVE';
LOWER : 'LOWER';
NAME : 'NAME';
NOT : 'NOT';
NULL : 'NULL';
ON : 'ON';
ONCE : 'ONCE';
OR : 'OR';
PARTITIONED : 'PARTITIONED';
PRIMARY : 'PRIMARY';
PRIVATE : 'PRIVATE';
QUARANTINE : 'QUARANTINE';
REFRESH : 'REFRESH';
REPLACE : 'REPLACE';
RETENTION : 'RETENTION';
ROW : 'ROW';
SELECT : 'SELECT';
SEQUENCE : 'SEQUENCE';
SET : 'SET';
SNAPSHOT : 'SNAPSHOT';
STORED : 'STORED';
STREAM : 'STREAM';
STREAMING : 'STREAMING';
STRUCT : 'STRUCT';
SYSTEM : 'SYSTEM';
TABLE : 'TABLE';
TBLPROPERTIES : 'TBLPROPERTIES';
TEMP : 'TEMP';
TEMPORARY : 'TEMPORARY';
TO : 'TO';
TOMBSTONE : 'TOMBSTONE';
TRACK : 'TRACK';
TRUNCATE : 'TRUNCATE';
UPDATE : 'UPDATE';
UPDATES : 'UPDATES';
VERSION : 'VERSION';
VIEW : 'VIEW';
VIOLATION : 'VIOLATION';
WATERMARK : 'WATERMARK';
WHEN : 'WHEN';
WITH : 'WITH';

NUMBER : [0-9] [\p{L}\p{N}_]*;
WORD : [\p{L}_] [\p{L}\p{N}_$]*;
OTHER : .;
