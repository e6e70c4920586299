// Licensed under the Apache License, Version 2.0. See LICENSE.

/*
 * The statements of a SQL script that declare a pipeline. Queries, conditions and column types are
 * Flink SQL: they are handed over as they stand. The clauses of a flow come in any order; each is
 * parsed by itself with the rule 'clause', so that one mistake does not hide another.
 */
parser grammar SqlScriptParser;

options { tokenVocab = SqlScriptLexer; }

/** Stops at the first mistake, and keeps what stands before it. */
statement
  : (streamingTable | view | sourceTable | createFlow | autoCdc | setOption) EOF
  ;
  catch [RecognitionException e] {
    _localctx.exception = e;
  }

streamingTable
  : CREATE (OR (REFRESH | REPLACE))? PRIVATE? STREAMING LIVE? TABLE ifNotExists? name=qualifiedName
    elements? tableOption* (tableFlow | AS query)?
  ;

view
  : CREATE (OR (REFRESH | REPLACE))? (TEMPORARY | TEMP)? STREAMING? LIVE? VIEW ifNotExists?
    name=qualifiedName elements? tableOption* AS query
  ;

sourceTable
  : CREATE (OR REPLACE)? (TEMPORARY | TEMP)? TABLE ifNotExists? name=qualifiedName elements?
    (COMMENT STRING)? (PARTITIONED BY group)? (WITH properties)?
  ;

createFlow
  : CREATE FLOW name=qualifiedName (COMMENT STRING)? AS (autoCdc | insert)
  ;

autoCdc
  : feedVerb ONCE? INTO target=qualifiedName feed
  ;

tableFlow
  : FLOW feedVerb ONCE? feed
  ;

feedVerb
  : AUTO CDC
  | APPLY CHANGES
  ;

feed
  : FROM SNAPSHOT? relation clauses
  ;

insert
  : INSERT INTO ONCE? target=qualifiedName (ON INVALID ROW policy=identifier)? BY NAME query
  ;

setOption
  : SET key=STRING EQUAL value=STRING
  ;

ifNotExists
  : IF NOT EXISTS
  ;

tableOption
  : COMMENT STRING
  | TBLPROPERTIES tableProperties
  | PARTITIONED BY group
  | CLUSTER BY (group | AUTO)
  ;

properties
  : LPAREN property (COMMA property)* COMMA? RPAREN
  ;

property
  : key=propertyKey EQUAL value=STRING
  ;

/** Databricks writes them without quotes, too. */
tableProperties
  : LPAREN tableProperty (COMMA tableProperty)* COMMA? RPAREN
  ;

tableProperty
  : key=propertyKey EQUAL value=propertyValue
  ;

propertyValue
  : STRING
  | MINUS? NUMBER (DOT NUMBER)?
  | identifier
  ;

propertyKey
  : STRING
  | qualifiedName
  ;

elements
  : LPAREN (element (COMMA element)*)? RPAREN
  ;

element
  : CONSTRAINT name=identifier EXPECT LPAREN condition RPAREN (ON VIOLATION violation)? # constraint
  | WATERMARK FOR column=identifier AS delay                                            # watermark
  | PRIMARY KEY group (NOT WORD)?                                                       # primaryKey
  | definition                                                                          # column
  ;

violation
  : DROP ROW
  | FAIL UPDATE
  | QUARANTINE ROW
  ;

delay
  : identifier (MINUS INTERVAL amount=STRING unit=identifier)?
  ;

definition
  : definitionStart definitionPiece+
  ;

/** A column with the name of another element stands in backticks. */
definitionStart
  : ~(CONSTRAINT | WATERMARK | PRIMARY | LPAREN | RPAREN | LESS | GREATER | COMMA)
  ;

definitionPiece
  : LESS (definitionPiece | COMMA)* GREATER
  | LPAREN (definitionPiece | COMMA)* RPAREN
  | ~(LPAREN | RPAREN | LESS | GREATER | COMMA)
  ;

relation
  : STREAM LPAREN qualifiedName RPAREN
  | STREAM qualifiedName
  | qualifiedName
  ;

/** A query that selects all of one relation. */
allOfRelation
  : SELECT STAR FROM relation EOF
  ;
  catch [RecognitionException e] {
    _localctx.exception = e;
  }

/** Split into clauses by the reader. */
clauses
  : ~EOF*
  ;

clause
  : (keys | ignoreNullUpdates | applyAsDelete | applyAsTruncate | sequenceBy | systemSequenceBy
    | columnsToUpdate | columns | storedAs | trackHistory | onInvalidRow | onLowerVersion
    | tombstoneRetention | historyRetention | versionFrom | allowEmptySnapshot) EOF
  ;
  catch [RecognitionException e] {
    _localctx.exception = e;
  }

keys : KEYS columnList ;
ignoreNullUpdates : IGNORE NULL UPDATES (ON (all=STAR | selection))? ;
applyAsDelete : APPLY AS DELETE WHEN condition ;
applyAsTruncate : APPLY AS TRUNCATE WHEN condition ;
sequenceBy : SEQUENCE BY sequence ;
systemSequenceBy : SYSTEM SEQUENCE BY sequence ;
columnsToUpdate : COLUMNS TO UPDATE qualifiedName ;
columns : COLUMNS (all=STAR | selection) ;
storedAs : STORED AS type+=~EOF+ ;
trackHistory : TRACK HISTORY ON (all=STAR | selection) ;
onInvalidRow : ON INVALID ROW policy=identifier ;
onLowerVersion : ON LOWER VERSION policy=identifier ;
tombstoneRetention : TOMBSTONE RETENTION time=STRING ;
historyRetention : HISTORY RETENTION time=STRING ;
versionFrom : VERSION FROM place=identifier ;
allowEmptySnapshot : ALLOW EMPTY SNAPSHOT ;

selection
  : STAR EXCEPT columnList
  | columnList
  ;

sequence
  : STRUCT LPAREN qualifiedName (COMMA qualifiedName)* RPAREN
  | qualifiedName
  ;

columnList
  : LPAREN (qualifiedName (COMMA qualifiedName)*)? RPAREN
  | qualifiedName (COMMA qualifiedName)*
  ;

condition
  : piece+
  ;

query
  : piece+
  ;

group
  : LPAREN piece* RPAREN
  ;

piece
  : LPAREN piece* RPAREN
  | ~(LPAREN | RPAREN)
  ;

qualifiedName
  : identifier (DOT identifier)*
  ;

identifier
  : WORD | QUOTED | ALLOW | APPLY | AS | AUTO | BY | CDC | CHANGES | CLUSTER | COLUMNS | COMMENT
  | CONSTRAINT | CREATE | DELETE | DROP | EMPTY | EXCEPT | EXISTS | EXPECT | FAIL | FLOW | FOR | FROM
  | HISTORY | IF | IGNORE | INSERT | INTERVAL | INTO | INVALID | KEY | KEYS | LIVE | LOWER | NAME | NOT
  | NULL | ON | ONCE | OR | PARTITIONED | PRIMARY | PRIVATE | QUARANTINE | REFRESH | REPLACE | RETENTION
  | ROW | SELECT | SEQUENCE | SET | SNAPSHOT | STORED | STREAM | STREAMING | STRUCT | SYSTEM | TABLE
  | TBLPROPERTIES | TEMP | TEMPORARY | TO | TOMBSTONE | TRACK | TRUNCATE | UPDATE | UPDATES | VERSION
  | VIEW | VIOLATION | WATERMARK | WHEN | WITH
  ;
