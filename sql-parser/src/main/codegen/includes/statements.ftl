<#-- Statements of the dialect. StatementEof is the entry; queries and expressions are Calcite's own rules. -->

JAVACODE SqlParserPos nextTokenPos() {
    final Token next = getToken(1);
    return new SqlParserPos(next.beginLine, next.beginColumn, next.endLine, next.endColumn);
}

ParsedStatement StatementEof() :
{
    final ParsedStatement statement;
}
{
    statement = DialectStatement() <EOF>
    { return statement; }
}

SqlNode QueryEof() :
{
    final SqlNode query;
}
{
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) <EOF>
    { return query; }
}

ParsedStatement DialectStatement() :
{
    final ParsedStatement statement;
}
{
    (
        LOOKAHEAD(1)
        statement = CreateStatement()
    |
        LOOKAHEAD(1)
        statement = DropStatement()
    |
        LOOKAHEAD(1)
        statement = UseStatement()
    |
        LOOKAHEAD(1)
        statement = ShowStatement()
    |
        LOOKAHEAD(1)
        statement = SetStatement()
    |
        LOOKAHEAD(1)
        statement = ResetStatement()
    |
        LOOKAHEAD(1)
        statement = DescribeStatement()
    |
        LOOKAHEAD(1)
        statement = ExplainStatement()
    |
        statement = RunnableStatement()
    )
    { return statement; }
}

/** What reads tables: an INSERT, a statement set, a query. */
ParsedStatement RunnableStatement() :
{
    final ParsedStatement statement;
}
{
    (
        statement = StatementSet()
    |
        [ <EXECUTE> ] statement = InsertStatement()
    |
        statement = QueryStatement()
    )
    { return statement; }
}

ParsedStatement QueryStatement() :
{
    final SqlNode query;
    final boolean emitOnWatermark;
}
{
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    emitOnWatermark = EmitOpt()
    { return StatementDrafts.query(query, emitOnWatermark); }
}

boolean EmitOpt() : {}
{
    <EMIT> <ON> <WATERMARK> { return true; }
|
    { return false; }
}

ParsedStatement InsertStatement() :
{
    final SqlParserPos start;
    final SqlIdentifier table;
    final SqlNode target;
    final SqlNodeList columns;
    final SqlNode source;
    final boolean emitOnWatermark;
}
{
    <INSERT> { start = getPos(); } <INTO>
    table = CompoundTableIdentifier()
    ( target = TableHints(table) | { target = table; } )
    (
        LOOKAHEAD(2)
        columns = ParenthesizedSimpleIdentifierList()
    |
        { columns = SqlNodeList.EMPTY; }
    )
    source = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    emitOnWatermark = EmitOpt()
    { return StatementDrafts.insert(start.plus(getPos()), table, target, columns, source, emitOnWatermark); }
}

ParsedStatement StatementSet() :
{
    final List<ParsedStatement> inserts = new ArrayList<ParsedStatement>();
}
{
    (
        <BEGIN> <STATEMENT> <SET> [ <SEMICOLON> ]
    |
        [ <EXECUTE> ] <STATEMENT> <SET> <BEGIN>
    )
    ( AddInsert(inserts) )+
    <END>
    { return StatementDrafts.statementSet(inserts); }
}

void AddInsert(List<ParsedStatement> inserts) :
{
    final ParsedStatement insert;
}
{
    insert = InsertStatement() <SEMICOLON>
    { inserts.add(insert); }
}

ParsedStatement ExplainStatement() :
{
    final ParsedStatement explained;
}
{
    <EXPLAIN> [ LOOKAHEAD(2) <PLAN> <FOR> ] explained = RunnableStatement()
    { return StatementDrafts.explain(explained); }
}

ParsedStatement DescribeStatement() :
{
    final SqlIdentifier name;
}
{
    ( <DESCRIBE> | <DESC> ) name = CompoundTableIdentifier()
    { return StatementDrafts.describe(name); }
}

ParsedStatement UseStatement() :
{
    final SqlIdentifier name;
}
{
    <USE> name = CompoundIdentifier()
    { return StatementDrafts.useDatabase(name); }
}

ParsedStatement SetStatement() :
{
    SqlLiteral key = null;
    SqlLiteral value = null;
}
{
    <SET> [ key = TextLiteral() <EQ> value = TextLiteral() ]
    { return StatementDrafts.setOption(key, value); }
}

ParsedStatement ResetStatement() :
{
    SqlLiteral key = null;
}
{
    <RESET> [ key = TextLiteral() ]
    { return StatementDrafts.resetOption(key); }
}

ParsedStatement ShowStatement() :
{
    SqlIdentifier name = null;
    SqlLiteral like = null;
}
{
    <SHOW>
    (
        <DATABASES> { return StatementDrafts.showDatabases(); }
    |
        <TABLES> [ ( <FROM> | <IN> ) name = CompoundIdentifier() ] [ <LIKE> like = TextLiteral() ]
        { return StatementDrafts.showTables(name, like); }
    |
        <VIEWS> [ ( <FROM> | <IN> ) name = CompoundIdentifier() ] [ <LIKE> like = TextLiteral() ]
        { return StatementDrafts.showViews(name, like); }
    |
        <COLUMNS> ( <FROM> | <IN> ) name = CompoundTableIdentifier()
        { return StatementDrafts.showColumns(name); }
    |
        <CREATE>
        (
            <TABLE> name = CompoundTableIdentifier() { return StatementDrafts.showCreateTable(name); }
        |
            <VIEW> name = CompoundTableIdentifier() { return StatementDrafts.showCreateView(name); }
        )
    |
        <JOBS> { return StatementDrafts.showJobs(); }
    |
        <FUNCTIONS> { return StatementDrafts.showFunctions(); }
    |
        <CONNECTORS> { return StatementDrafts.showConnectors(); }
    )
}

ParsedStatement DropStatement() :
{
    final ParsedStatement statement;
    final SqlIdentifier name;
    final boolean ifExists;
    boolean cascade = false;
    boolean temporary = false;
}
{
    <DROP>
    (
        <DATABASE> ifExists = IfExistsOpt() name = CompoundIdentifier()
        [ <CASCADE> { cascade = true; } | <RESTRICT> ]
        { return StatementDrafts.dropDatabase(name, ifExists, cascade); }
    |
        [ <TEMPORARY> { temporary = true; } ]
        (
            <TABLE> ifExists = IfExistsOpt() name = CompoundTableIdentifier()
            { return StatementDrafts.dropTable(name, ifExists, temporary); }
        |
            <VIEW> ifExists = IfExistsOpt() name = CompoundTableIdentifier()
            { return StatementDrafts.dropView(name, ifExists, temporary); }
        )
    )
}

boolean IfExistsOpt() : {}
{
    LOOKAHEAD(2)
    <IF> <EXISTS> { return true; }
|
    { return false; }
}

boolean IfNotExistsOpt() : {}
{
    LOOKAHEAD(2)
    <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

ParsedStatement CreateStatement() :
{
    final ParsedStatement statement;
    boolean replace = false;
    boolean temporary = false;
}
{
    <CREATE>
    [ <OR> <REPLACE> { replace = true; } ]
    [ <TEMPORARY> { temporary = true; } ]
    (
        statement = CreateTable(replace, temporary)
    |
        statement = CreateTables(replace, StatementDrafts.lasting(temporary, "set of tables", getPos()))
    |
        statement = CreateView(replace, temporary)
    |
        statement = CreateDatabase(StatementDrafts.plainCreate(replace, temporary, "database", getPos()))
    |
        statement = CreateJob(StatementDrafts.plainCreate(replace, temporary, "job", getPos()))
    )
    { return statement; }
}

ParsedStatement CreateDatabase(boolean plain) :
{
    final SqlIdentifier name;
    final boolean ifNotExists;
    final OptionList options = new OptionList();
    SqlLiteral comment = null;
}
{
    <DATABASE> ifNotExists = IfNotExistsOpt() name = CompoundIdentifier()
    [ <COMMENT> comment = TextLiteral() ]
    [ <WITH> Options(options) ]
    { return StatementDrafts.createDatabase(name, ifNotExists, options, comment); }
}

/** CREATE TABLES IN database AS 'dwd_{table}' FROM DATABASE source INCLUDING ('order%') USING (..) WITH (..) AS JOB dwd_source FROM ods */
ParsedStatement CreateTables(boolean replace, boolean lasting) :
{
    final TablesDraft tables = new TablesDraft(replace);
    final boolean ifNotExists;
    SqlIdentifier name;
    SqlIdentifier job;
    SqlLiteral pattern;
}
{
    <TABLES> ifNotExists = IfNotExistsOpt()
    <IN> name = CompoundIdentifier() { tables.target(name, ifNotExists); }
    [ <AS> pattern = TextLiteral() { tables.name(pattern); } ]
    <FROM> <DATABASE> name = SimpleIdentifier() { tables.source(name); }
    [ <INCLUDING> Patterns(tables, true) ]
    [ <EXCLUDING> Patterns(tables, false) ]
    <USING> Options(tables.connection())
    <WITH> Options(tables.options())
    [
        <AS> <JOB> job = SimpleIdentifier() <FROM> name = CompoundIdentifier() { tables.filling(job, name); }
        [ <AS> pattern = TextLiteral() { tables.fillingName(pattern); } ]
    ]
    { return tables.parsed(); }
}

void Patterns(TablesDraft tables, boolean including) :
{
    SqlLiteral pattern;
}
{
    <LPAREN> pattern = TextLiteral() { tables.pattern(pattern, including); }
    ( <COMMA> pattern = TextLiteral() { tables.pattern(pattern, including); } )* <RPAREN>
}

ParsedStatement CreateJob(boolean plain) :
{
    final SqlIdentifier name;
    final boolean ifNotExists;
    final ParsedStatement body;
    final OptionList options = new OptionList();
}
{
    <JOB> ifNotExists = IfNotExistsOpt() name = SimpleIdentifier()
    [ <WITH> Options(options) ]
    <AS>
    (
        body = StatementSet()
    |
        [ <EXECUTE> ] body = InsertStatement()
    )
    { return StatementDrafts.createJob(name, ifNotExists, options, body); }
}

ParsedStatement CreateView(boolean replace, boolean temporary) :
{
    final ViewDraft view = new ViewDraft(replace, temporary);
    final SqlIdentifier name;
    final boolean ifNotExists;
    final SqlNode query;
    final SqlParserPos start;
    SqlLiteral comment = null;
}
{
    <VIEW> ifNotExists = IfNotExistsOpt() name = CompoundTableIdentifier() { view.name(name, ifNotExists); }
    [ <LPAREN> ViewColumn(view) ( <COMMA> ViewColumn(view) )* <RPAREN> ]
    [ <COMMENT> comment = TextLiteral() { view.comment(comment); } ]
    <AS> { start = nextTokenPos(); }
    query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    { return view.parsed(query, start.plus(getPos())); }
}

void ViewColumn(ViewDraft view) :
{
    final SqlIdentifier name;
    SqlLiteral comment = null;
}
{
    name = SimpleIdentifier() [ <COMMENT> comment = TextLiteral() ]
    { view.column(name, comment); }
}

/** ('key' = 'value', ..), each value one literal: two in a row are a missing comma, not a continued string. */
void Options(OptionList options) : {}
{
    <LPAREN> [ AddOption(options) ( <COMMA> AddOption(options) )* ] <RPAREN>
}

void AddOption(OptionList options) :
{
    final SqlLiteral key;
    final SqlLiteral value;
}
{
    key = TextLiteral() <EQ> value = TextLiteral()
    { options.add(key, value); }
}

SqlLiteral TextLiteral() : {}
{
    <QUOTED_STRING>
    { return SqlLiteral.createCharString(SqlParserUtil.parseString(token.image), getPos()); }
}
